// expect: safe
// what: Without the option malloc does not fail.
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 7;
    free(p);
    return 0;
}
