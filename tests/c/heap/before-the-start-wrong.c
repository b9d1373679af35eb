// expect: violated
// property: out-of-object
// line: 13
// what: A search from the end runs past the start of a heap array.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *a = malloc(3 * sizeof(int));
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    int *p = a + 2;
    while (*p != 7)
        p--;
    free(a);
    return 0;
}
