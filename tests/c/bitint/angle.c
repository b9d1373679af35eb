// expect: safe
// native: skip (gcc cannot read _BitInt)
// what: An unsigned number of five bits goes around at 32, by itself; beside an int it is an int.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned _BitInt(5) a = __VERIFIER_nondet_int();
    unsigned _BitInt(5) one = 1;
    assert(a <= 31);
    unsigned _BitInt(5) next = a + one;
    assert(next == (a == 31 ? 0 : a + 1));
    assert(a + one < 32);
    assert(a + 1 <= 32);
    if (a == 31)
        assert(a + 1 == 32 && a + one == 0);
    assert((unsigned _BitInt(5)) ~a == 31 - a);
    assert(~a == 31 - a && -a == (32 - a) % 32);
    return 0;
}
