// expect: safe
// what: gcc's atomic functions.
#include <assert.h>

int main(void) {
    int x = 1, y, z = 7;
    assert(__atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST) == 1 && x == 3);
    assert(__atomic_or_fetch(&x, 4, __ATOMIC_RELAXED) == 7);
    __atomic_store_n(&x, 5, __ATOMIC_RELEASE);
    assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 5);
    __atomic_load(&x, &y, __ATOMIC_ACQUIRE);
    __atomic_store(&x, &z, __ATOMIC_RELEASE);
    assert(y == 5 && x == 7);
    assert(__atomic_exchange_n(&x, 8, __ATOMIC_SEQ_CST) == 7);
    assert(!__atomic_compare_exchange_n(&x, &y, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && y == 8 && x == 8);
    assert(__atomic_compare_exchange_n(&x, &y, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && x == 1);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return 0;
}
