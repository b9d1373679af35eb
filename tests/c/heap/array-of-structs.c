// expect: safe
// what: Members of the elements of a heap array.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct account {
    char kind;
    long balance;
    struct account *guardian;
};

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 1 || i > 2)
        return 0;
    struct account *all = malloc(3 * sizeof *all);
    for (int k = 0; k < 3; k++)
        all[k] = (struct account){'a' + k, 10 * k, k == 0 ? NULL : &all[k - 1]};
    assert(all[i].guardian->balance == 10 * (i - 1));
    all[i].guardian->balance = 77;
    assert(all[i - 1].balance == 77);
    assert(all[i].kind - all[i].guardian->kind == 1);
    free(all);
    return 0;
}
