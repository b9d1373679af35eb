// expect: safe
// what: Initialisers that are not constant, in order of the members.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    int y = x + 1, z = y + 1;
    int a[3] = {x, y, z};
    struct { int low, high; } range = {a[0], a[2]};
    assert(range.high - range.low == 2);
    return 0;
}
