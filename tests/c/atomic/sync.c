// expect: safe
// what: gcc's old atomic functions.
#include <assert.h>

static int x = 5;
static int a, b, *p = &a;

int main(void) {
    assert(__sync_fetch_and_add(&x, 2) == 5 && x == 7);
    assert(__sync_sub_and_fetch(&x, 3) == 4);
    assert(__sync_fetch_and_nand(&x, 6) == 4 && x == ~4);
    x = 4;
    assert(__sync_val_compare_and_swap(&x, 4, 9) == 4 && x == 9);
    assert(!__sync_bool_compare_and_swap(&x, 4, 1) && x == 9);
    assert(__sync_bool_compare_and_swap(&p, &a, &b) && p == &b);
    assert(__sync_lock_test_and_set(&x, 1) == 9);
    __sync_lock_release(&x);
    __sync_synchronize();
    assert(x == 0);
    return 0;
}
