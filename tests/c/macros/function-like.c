// expect: safe
// what: A macro with parentheses in the right places.
#include <assert.h>
int __VERIFIER_nondet_int(void);

#define MAX(a, b) ((a) > (b) ? (a) : (b))

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int m = MAX(x, y);
    assert(m >= x && m >= y);
    assert(MAX(1, 2) * 2 == 4);
    return 0;
}
