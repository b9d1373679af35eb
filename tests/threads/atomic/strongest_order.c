// expect: safe
// what: The strongest order may be asked for by its name.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data, plain;
atomic_int ready;

void *work(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_seq_cst);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int gone = 0;
    atomic_compare_exchange_strong_explicit(&ready, &gone, 0, memory_order_seq_cst, memory_order_seq_cst);
    __atomic_fetch_add(&plain, 1, __ATOMIC_SEQ_CST);
    if (atomic_load(&ready))
        assert(data == 1);
    pthread_join(thread, NULL);
    return 0;
}
