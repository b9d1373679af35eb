// expect: violated
// property: assertion
// line: 18
// what: A swap that only swaps its copies.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void swap(int a, int b) {
    int t = a;
    a = b;
    b = t;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > b)
        swap(a, b);
    assert(a <= b);
    return 0;
}
