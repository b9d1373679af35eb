// expect: safe
// options: --malloc-may-fail
// what: The result of malloc is looked at.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 1;
    *p = 7;
    int *more = realloc(p, 2 * sizeof *p);
    if (more == NULL) {
        assert(*p == 7);
        free(p);
        return 1;
    }
    assert(more[0] == 7);
    free(more);
    return 0;
}
