// expect: violated
// property: thread-misuse
// line: 11
// what: Who waits has to hold the lock.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
    pthread_cond_wait(&c, &m);
    return 0;
}
