// expect: violated
// property: assertion
// line: 21
// what: Threads are used as they should be; what is wrong is a number.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *work(void *unused) {
    pthread_mutex_lock(&m);
    value = 2;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(value == 3);
    return 0;
}
