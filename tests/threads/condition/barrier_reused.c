// expect: violated
// property: deadlock
// line: 16
// what: Who comes to the barrier again before the other has left it takes away what the other waits for.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t all_there = PTHREAD_COND_INITIALIZER;
int arrived;

void *work(void *unused) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&m);
        if (++arrived < 2) {
            while (arrived != 0) pthread_cond_wait(&all_there, &m);
        } else {
            arrived = 0;
            pthread_cond_broadcast(&all_there);
        }
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
