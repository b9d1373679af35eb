// expect: violated
// property: assertion
// line: 13
// what: Postfix gives the old value.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    int next = n++;
    assert(next == n);
    return 0;
}
