// expect: violated
// property: assertion
// line: 11
// what: The remainder of a negative number is negative: it is no index into a table.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int bucket = x % 16;
    assert(bucket >= 0 && bucket < 16);
    return 0;
}
