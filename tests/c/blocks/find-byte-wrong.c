// expect: violated
// property: null-dereference
// line: 11
// what: A byte that is not there.
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char a[4] = {3, 1, 4, 1};
    char *at = memchr(a, __VERIFIER_nondet_uchar(), sizeof a);
    *at = 0;
    return 0;
}
