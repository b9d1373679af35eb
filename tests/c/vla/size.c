// expect: safe
// what: sizeof an array whose length is an input, evaluated where the array was declared.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    long a[n];
    int before = n;
    n = 3;
    assert(sizeof a == before * sizeof(long));
    assert(sizeof a / sizeof *a == (unsigned)before);
    return 0;
}
