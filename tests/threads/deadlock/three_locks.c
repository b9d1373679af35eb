// expect: violated
// property: deadlock
// line: 12
// what: Three locks, each of which is taken before the next one by somebody.
#include <pthread.h>

pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *work(void *at) {
    int first = *(int *)at;
    pthread_mutex_lock(&locks[first]);
    pthread_mutex_lock(&locks[(first + 1) % 3]);
    pthread_mutex_unlock(&locks[(first + 1) % 3]);
    pthread_mutex_unlock(&locks[first]);
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    int numbers[3] = {0, 1, 2};
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
