// expect: violated
// property: assertion
// line: 14
// what: A copy does not follow later changes of the original.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct point { int x, y; };

int main(void) {
    struct point a = {1, 2};
    struct point copy = a;
    a.x = __VERIFIER_nondet_int();
    assert(copy.x == a.x);
    return 0;
}
