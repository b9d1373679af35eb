// expect: safe
// what: Double-checked locking with an atomic pointer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int the_one;
_Atomic(int *) instance;

int *get(void) {
    if (!instance) {
        pthread_mutex_lock(&m);
        if (!instance)
            instance = &the_one;
        pthread_mutex_unlock(&m);
    }
    return instance;
}
void *work(void *unused) {
    assert(get() == &the_one);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
