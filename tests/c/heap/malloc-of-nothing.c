// expect: safe
// what: malloc(0) may be freed and gives no object twice.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(0);
    char *q = malloc(0);
    assert(p == NULL || p != q);
    free(p);
    free(q);
    return 0;
}
