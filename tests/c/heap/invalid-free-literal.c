// expect: violated
// property: invalid-free
// line: 16
// native: skip (gcc's sanitizer crashes on it)
// what: A string literal is freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char *name = "nobody";
    if (__VERIFIER_nondet_int() > 0) {
        name = malloc(2);
        name[0] = 'x';
        name[1] = '\0';
    }
    free(name);
    return 0;
}
