// expect: safe
// what: A double holds every int.
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned int u = __VERIFIER_nondet_uint();
    double d = n, e = u;
    assert((int)d == n && (unsigned int)e == u);
    assert((d < 0) == (n < 0));
    return 0;
}
