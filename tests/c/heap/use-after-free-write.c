// expect: violated
// property: use-after-free
// line: 13
// what: An input decides whether the memory is freed before the write.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    int done = __VERIFIER_nondet_int() == 3;
    if (done)
        free(p);
    *p = 1;
    if (!done)
        free(p);
    return 0;
}
