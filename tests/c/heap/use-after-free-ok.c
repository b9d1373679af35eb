// expect: safe
// what: Memory that is freed on one path is only used on the other.
#include <assert.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 4;
    _Bool done = __VERIFIER_nondet_bool();
    if (done) {
        free(p);
        p = NULL;
    }
    if (p != NULL) {
        assert(*p == 4);
        free(p);
    }
    return 0;
}
