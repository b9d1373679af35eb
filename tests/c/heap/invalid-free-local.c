// expect: violated
// property: invalid-free
// line: 12
// what: A local variable is freed.
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int small = 0;
    int *p = __VERIFIER_nondet_bool() ? malloc(sizeof *p) : &small;
    *p = 3;
    free(p);
    return 0;
}
