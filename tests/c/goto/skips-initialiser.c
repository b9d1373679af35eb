// expect: violated
// property: assertion
// line: 14
// what: A jump over an initialiser leaves the variable with any value.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    if (__VERIFIER_nondet_bool())
        goto use;
    int x;
    x = 5;
use:
    assert(x == 5);
    return 0;
}
