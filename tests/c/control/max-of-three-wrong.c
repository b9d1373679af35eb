// expect: violated
// property: assertion
// line: 17
// what: An else too many forgets the third value.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int max = a;
    if (b > max)
        max = b;
    else if (c > max)
        max = c;
    assert(max >= a && max >= b && max >= c);
    return 0;
}
