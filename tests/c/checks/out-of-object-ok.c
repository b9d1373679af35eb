// expect: safe
// what: An offset that stays inside.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

static int get(const int *a, unsigned int i) { return a[i]; }

int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned int i = __VERIFIER_nondet_uint() % 4;
    assert(get(a, i) == (int)i + 1);
    return 0;
}
