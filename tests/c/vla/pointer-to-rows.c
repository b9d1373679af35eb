// expect: safe
// what: Arithmetic on pointers to rows of unknown length goes by rows.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int (*rows)[n] = malloc(sizeof(int[3][n]));
    if (!rows)
        return 0;
    int (*p)[n] = rows;
    for (int i = 0; i < 3; i++, p++)
        (*p)[n - 1] = i;
    assert(p - rows == 3);
    p -= 1;
    assert((*p)[n - 1] == 2 && rows[1][n - 1] == 1);
    assert((char *)(rows + 2) - (char *)rows == 2 * sizeof *rows);
    assert(&rows[0][n] == &rows[1][0]);
    free(rows);
    return 0;
}
