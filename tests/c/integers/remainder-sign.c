// expect: safe
// what: Division truncates towards zero and the remainder takes the sign of the dividend.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    assert(-7 / 2 == -3 && -7 % 2 == -1);
    assert(7 / -2 == -3 && 7 % -2 == 1);
    int x = __VERIFIER_nondet_int();
    int r = x % 8;
    assert(r > -8 && r < 8);
    if (x < 0)
        assert(r <= 0);
    assert(x / 8 * 8 + r == x);
    return 0;
}
