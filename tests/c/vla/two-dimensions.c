// expect: safe
// what: As many rows as an input says, each of a constant length.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    int m[n][2];
    for (int i = 0; i < n; i++) {
        m[i][0] = i;
        m[i][1] = -i;
    }
    assert(m[n - 1][0] + m[n - 1][1] == 0);
    assert(sizeof m == n * 2 * sizeof(int));
    return 0;
}
