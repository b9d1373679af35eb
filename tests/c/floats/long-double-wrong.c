// expect: violated
// property: assertion
// line: 11
// what: A tenth is not the same in double and in long double.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    long double tenth = 0.1L;
    assert(n != 3 || tenth == 0.1);
    return 0;
}
