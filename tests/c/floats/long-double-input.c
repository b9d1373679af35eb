// expect: violated
// property: assertion
// line: 13
// native: skip (random numbers do not hit it)
// what: An input of type long double.
#include <assert.h>
long double nondet_ld(void);
int main(void) {
    long double d = nondet_ld();
    if (!(d > 0 && d < 100000))
        return 0;
    int count = d;
    assert(count != 65535);
    return 0;
}
