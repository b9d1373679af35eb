// expect: safe
// what: Only one of two exchanges sees the old value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner, wins;

void *work(void *unused) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&owner, &expected, 1))
        atomic_fetch_add(&wins, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(wins == 1);
    return 0;
}
