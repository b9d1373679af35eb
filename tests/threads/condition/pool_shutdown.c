// expect: violated
// property: deadlock
// line: 26
// options: --engine guided
// what: A pool that wakes one of its threads at the end, and waits for all.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int size;
};

static struct job *jobs;
static bool is_over;
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!jobs && !is_over)
            pthread_cond_wait(&changed, &lock);
        if (!jobs)
            break;
        struct job *job = jobs;
        jobs = job->next;
        done += job->size;
        free(job);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void submit(int size) {
    struct job *job = malloc(sizeof *job);
    if (!job)
        abort();
    job->size = size;
    pthread_mutex_lock(&lock);
    job->next = jobs;
    jobs = job;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    submit(3);
    submit(4);
    pthread_mutex_lock(&lock);
    is_over = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
