// expect: safe
// what: Without the option, what is never freed is no fault.
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        int *p = malloc(sizeof *p);
        *p = i;
    }
    return 0;
}
