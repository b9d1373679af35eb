// expect: violated
// property: assertion
// line: 17
// what: Indentation does not move an else.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int r = 0;
    if (a > 0)
        if (b > 0)
            r = 1;
    else
        r = 2;
    assert(a > 0 || r == 2);
    return 0;
}
