// expect: violated
// property: thread-misuse
// line: 10
// what: A lock is used that was never set up.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t m;
    pthread_mutex_lock(&m);
    return 0;
}
