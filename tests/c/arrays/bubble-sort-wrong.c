// expect: violated
// property: assertion
// line: 19
// what: A single pass does not sort.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    signed char a[4];
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_schar();
    for (int j = 0; j < 3; j++)
        if (a[j] > a[j + 1]) {
            signed char t = a[j];
            a[j] = a[j + 1];
            a[j + 1] = t;
        }
    for (int i = 0; i < 3; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
