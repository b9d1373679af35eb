// expect: violated
// property: assertion
// line: 13
// options: --std gnu89
// native: skip (a compiler takes what nobody declares for an int)
// what: Nobody declares the functions; their names say what they return. A number that is not one is among the doubles, and none is negative among the unsigned ones.
#include <assert.h>

int main(void) {
    double x = nondet_double();
    unsigned long n = nondet_ulong();
    assert(n >> 40 <= 0xffffff);
    assert(x == x);
    return 0;
}
