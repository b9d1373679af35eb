// expect: safe
// what: memcpy from one half of an array to the other.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[6] = {__VERIFIER_nondet_int(), 2, 3};
    memcpy(a + 3, a, 3 * sizeof *a);
    assert(a[3] == a[0] && a[4] == 2 && a[5] == 3);
    return 0;
}
