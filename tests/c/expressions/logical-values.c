// expect: safe
// what: Comparisons and logical operators give exactly 0 or 1.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int sum = (x < y) + (x == y) + (x > y);
    assert(sum == 1);
    assert((x && y) == (!!x & !!y));
    assert((x || y) == ((x | y) != 0));
    return 0;
}
