// expect: safe
// what: Tiny: the largest of three.
#include <assert.h>
int nondet_int(void);

int main(void) {
    int a = nondet_int(), b = nondet_int(), c = nondet_int();
    int max = a > b ? a : b;
    max = max > c ? max : c;
    assert(max >= a && max >= b && max >= c);
    return 0;
}
