// expect: violated
// property: null-dereference
// line: 11
// what: memcpy to where there is nothing.
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int x = 3, y;
    int *to = __VERIFIER_nondet_bool() ? &y : NULL;
    memcpy(to, &x, sizeof x);
    return 0;
}
