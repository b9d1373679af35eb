// expect: unknown
// native: skip (gcc cannot read it)
// what: Compilers do not agree on a truth value as the result of arithmetic that tells whether it overflows.
#include <assert.h>
int nondet_int(void);
int main(void) {
    int a = nondet_int();
    _Bool r;
    assert(__builtin_add_overflow(a, 1, &r) == (a < -1 || a > 0));
    return 0;
}
