// expect: violated
// property: thread-misuse
// line: 10
// what: A lock is given back that nobody holds.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_unlock(&m);
    return 0;
}
