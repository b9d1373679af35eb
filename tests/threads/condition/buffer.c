// expect: safe
// what: A buffer of two places between one who fills it and one who empties it.
#include <assert.h>
#include <pthread.h>
#define N 2
int buf[N], count, in, out;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
void *producer(void *unused) {
    for (int i = 1; i <= 3; i++) {
        pthread_mutex_lock(&m);
        while (count == N) pthread_cond_wait(&not_full, &m);
        buf[in] = i; in = (in + 1) % N; count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
int main(void) {
    pthread_t t; int sum = 0;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        while (count == 0) pthread_cond_wait(&not_empty, &m);
        sum += buf[out]; out = (out + 1) % N; count--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&m);
    }
    pthread_join(t, NULL);
    assert(sum == 6);
    return 0;
}
