// expect: violated
// property: deadlock
// line: 21
// what: One condition variable for two conditions, and a signal that reaches the wrong one.
#include <pthread.h>
int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
void *producer(void *unused) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&m);
        while (count == 1) pthread_cond_wait(&changed, &m);
        count++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
void *consumer(void *unused) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&changed, &m);
    count--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(void) {
    pthread_t t, a, b;
    pthread_create(&t, NULL, producer, NULL);
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(t, NULL);
    return 0;
}
