// expect: violated
// property: use-after-free
// line: 13
// what: What was freed in a round is used in a later one.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
#include <stdlib.h>
int main(void) {
    int *a = malloc(sizeof *a);
    if (!a) return 0;
    while (nondet_int()) {
        *a = 1;
        if (nondet_int() == 3) free(a);
    }
}
