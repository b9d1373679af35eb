// expect: violated
// property: out-of-object
// line: 16
// what: The loop visits one row too many.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int (*rows)[n] = malloc(sizeof(int[3][n]));
    if (!rows)
        return 0;
    for (int (*p)[n] = rows; p <= rows + 3; p++)
        (*p)[0] = 1;
    free(rows);
    return 0;
}
