// expect: safe
// what: bsearch finds what is there and nothing else.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

int main(void) {
    static const int primes[] = {2, 3, 5, 7, 11};
    int x = __VERIFIER_nondet_int();
    const int *at = bsearch(&x, primes, 5, sizeof *primes, order);
    assert(at == NULL || *at == x);
    assert((at != NULL) == (x == 2 || x == 3 || x == 5 || x == 7 || x == 11));
    return 0;
}
