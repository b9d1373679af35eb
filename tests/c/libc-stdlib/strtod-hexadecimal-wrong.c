// expect: violated
// property: assertion
// line: 11
// what: A leading zero does not keep the number small: `0xa` is ten.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char s[4] = {'0', __VERIFIER_nondet_int() > 0 ? 'x' : '.', 'a', '\0'};
    assert(strtod(s, NULL) != 10.0);
}
