// expect: violated
// property: deadlock
// line: 15
// what: Everybody takes the left fork first.
#include <assert.h>
#include <pthread.h>

#define N 2
pthread_mutex_t forks[N];
int meals;
void *philosopher(void *number) {
    long me = (long)number;
    long left = me, right = (me + 1) % N;
    pthread_mutex_lock(&forks[left]);
    pthread_mutex_lock(&forks[right]);
    pthread_mutex_unlock(&forks[right]);
    pthread_mutex_unlock(&forks[left]);
    return NULL;
}
int main(void) {
    pthread_t threads[N];
    for (long i = 0; i < N; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    for (long i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
