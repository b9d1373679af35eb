// expect: safe
// what: A lock that checks for errors tells of them.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t m;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attributes);
    assert(pthread_mutex_unlock(&m) != 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) != 0);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
