// expect: violated
// property: shift
// line: 12
// what: The shift comes to the width.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned bits = 0;
    int k = 0;
    while (nondet_int()) {
        bits |= 1u << k;
        k = k == 32 ? 0 : k + 1;
    }
    return bits > 0;
}
