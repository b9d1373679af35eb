// expect: safe
// what: A pointer that is set to NULL may be freed again; so may NULL itself.
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_bool()) {
        free(p);
        p = NULL;
    }
    free(p);
    free(NULL);
    return 0;
}
