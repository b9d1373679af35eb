// expect: violated
// property: out-of-object
// line: 11
// what: The last element has none after it to move.
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int a[4] = {10, 11, 12, 13};
    unsigned int at = __VERIFIER_nondet_uint() % 4;
    memmove(a + at, a + at + 1, (4 - at) * sizeof *a);
    return 0;
}
