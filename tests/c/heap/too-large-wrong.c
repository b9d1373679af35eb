// expect: violated
// property: null-dereference
// line: 13
// what: A negative length becomes a huge size.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 10 || n == 0)
        return 0;
    char *p = malloc(n);
    p[0] = 'x';
    free(p);
    return 0;
}
