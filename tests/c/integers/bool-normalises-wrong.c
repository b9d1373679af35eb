// expect: violated
// property: assertion
// line: 12
// what: A _Bool does not keep the value it was made from.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    _Bool b = x;
    int back = b;
    assert(back == x);
    return 0;
}
