// expect: violated
// property: assertion
// line: 13
// native: line 8
// what: A call of reach_error is the failure, whatever its body says.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void reach_error() { assert(0); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 77)
        reach_error();
    return 0;
}
