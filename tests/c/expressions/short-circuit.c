// expect: safe
// what: The right operand of && and || is evaluated only where it matters.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int calls = 0;
    int r = x != 0 && ++calls && 100 / x < 200;
    assert(calls == (x != 0));
    assert(r == 0 || r == 1);
    if (x == 0 || 10 % x == 0)
        calls = 9;
    assert(x != 0 || calls == 9);
    return 0;
}
