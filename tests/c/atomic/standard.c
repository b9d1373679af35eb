// expect: safe
// what: stdatomic.h and operators on atomic variables.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int x = ATOMIC_VAR_INIT(1);
    _Atomic unsigned y = 2;
    atomic_flag flag = ATOMIC_FLAG_INIT;
    int expected = 3;
    atomic_fetch_add(&x, 2);
    x++;
    y += 5;
    assert(atomic_load(&x) == 4 && y == 7);
    assert(!atomic_compare_exchange_strong(&x, &expected, 9) && expected == 4);
    atomic_store_explicit(&x, 6, memory_order_release);
    assert(atomic_exchange(&x, 7) == 6);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    return 0;
}
