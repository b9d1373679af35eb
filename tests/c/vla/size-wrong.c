// expect: violated
// property: assertion
// line: 14
// what: The length of the array does not follow the variable.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100)
        return 0;
    char a[n];
    n++;
    assert(sizeof a == (unsigned)n);
    return 0;
}
