// expect: violated
// property: assertion
// line: 10
// what: A run ends at the first assertion that fails; a later one it implies still holds.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x > 10);
    assert(x > 5);
    return 0;
}
