// expect: violated
// property: assertion
// line: 30
// what: Who holds a lock may be passed by somebody who only tries to get it, and goes on afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int got;

void *holder(void *unused) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return NULL;
}
void *other(void *unused) {
    if (pthread_mutex_trylock(&m) == 0) {
        got = 1;
        pthread_mutex_unlock(&m);
    }
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, holder, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got);
    return 0;
}
