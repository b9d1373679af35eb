// expect: bounded-safe
// what: The order in case of failure is an order, too.
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;

void *work(void *unused) {
    int free = 0;
    atomic_compare_exchange_strong_explicit(&lock, &free, 1, memory_order_seq_cst, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
