// expect: violated
// property: assertion
// line: 13
// what: The check lets one value too many through.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        exit(2);
    assert(x != 0);
    return 0;
}
