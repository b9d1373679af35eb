// expect: safe
// native: skip (gcc cannot read _BitInt)
// what: Questions about overflow are asked of the width, and so is a case.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    _BitInt(7) a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    _Bool leaves = __builtin_add_overflow(a, b, &sum);
    int exact = (int)a + b;
    assert(leaves == (exact < -64 || exact > 63));
    assert(leaves || sum == exact);
    assert(__CPROVER_overflow_plus(a, b) == leaves);
    assert(__CPROVER_overflow_unary_minus(a) == (a == -64));
    unsigned _BitInt(3) c = 9;
    switch (c) {
    case 1:
        break;
    default:
        assert(0);
    }
    unsigned _BitInt(3) i = 6;
    i++;
    assert(i-- == 7 && i == 6);
    i += 3;
    assert(i == 1 && !(i == 0) && (i ? 1 : 0));
    int array[8] = {0, 5};
    assert(array[i] == 5 && *(array + i) == 5);
    return 0;
}
