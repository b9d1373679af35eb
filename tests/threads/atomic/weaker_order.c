// expect: bounded-safe
// what: Nothing fails in this order of operations, but one that asks for less may be done in another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *work(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
