// expect: safe
// what: A weak exchange in a loop ends; if it fails, nothing has changed, and the value that was there is known.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int level = 3;
    int seen = 1;
    while (!atomic_compare_exchange_weak(&level, &seen, seen * 2))
        assert(level == 3 && seen == 3);
    assert(level == 6);
    int plain = 6, old = 6;
    assert(__atomic_compare_exchange_n(&plain, &old, 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && plain == 7);
    return 0;
}
