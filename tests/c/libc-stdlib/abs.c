// expect: safe
// what: abs, labs and div.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != INT_MIN)
        assert(abs(x) >= 0 && (abs(x) == x || abs(x) == -x));
    assert(labs(x) >= 0 && llabs(-5) == 5);
    div_t d = div(-17, 5);
    assert(d.quot == -3 && d.rem == -2);
    ldiv_t l = ldiv(x, 10);
    assert(l.quot * 10 + l.rem == x);
    return 0;
}
