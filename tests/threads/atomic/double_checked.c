// expect: violated
// property: race
// line: 12
// what: Double-checked locking with a plain pointer.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int the_one, *instance;

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
