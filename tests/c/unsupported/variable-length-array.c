// expect: unknown
// what: An array whose length is known only at run time.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uchar() % 4 + 1;
    int a[n];
    for (unsigned int i = 0; i < n; i++)
        a[i] = 1;
    assert(a[n - 1] == 1);
    return 0;
}
