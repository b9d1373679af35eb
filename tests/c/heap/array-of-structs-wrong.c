// expect: violated
// property: null-dereference
// line: 21
// what: The first element of a heap array has no predecessor.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct account {
    char kind;
    long balance;
    struct account *guardian;
};

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    struct account *all = malloc(3 * sizeof *all);
    for (int k = 0; k < 3; k++)
        all[k] = (struct account){'a' + k, 10 * k, k == 0 ? NULL : &all[k - 1]};
    long b = all[i].guardian->balance;
    free(all);
    return (int)b;
}
