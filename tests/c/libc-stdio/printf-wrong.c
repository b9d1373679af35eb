// expect: violated
// property: null-dereference
// line: 11
// native: skip (the library prints "(null)" there)
// what: NULL is no string to print.
#include <stdio.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    const char *name = __VERIFIER_nondet_bool() ? "ann" : NULL;
    printf("hello %s\n", name);
    return 0;
}
