// expect: violated
// property: null-dereference
// line: 10
// what: strlen of nothing.
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    const char *name = __VERIFIER_nondet_bool() ? "ann" : NULL;
    return strlen(name) != 3;
}
