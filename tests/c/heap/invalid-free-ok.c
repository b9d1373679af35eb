// expect: safe
// what: The same variable that may point to a local is freed only when it does not.
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int small = 0;
    int *p = __VERIFIER_nondet_bool() ? malloc(sizeof *p) : &small;
    *p = 3;
    if (p != &small)
        free(p);
    return 0;
}
