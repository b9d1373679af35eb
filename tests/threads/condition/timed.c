// expect: safe
// what: Who waits for a while only does not wait for ever.
#include <assert.h>
#include <pthread.h>

#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
    struct timespec until = {1, 0};
    pthread_mutex_lock(&m);
    int result = pthread_cond_timedwait(&c, &m, &until);
    assert(result != 0);
    pthread_mutex_unlock(&m);
    return 0;
}
