// expect: violated
// property: division-by-zero
// line: 11
// what: The divisor comes to zero.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int d = 5;
    while (nondet_int()) {
        int q = 1000 / d;
        d--;
        if (q < 0) d = 5;
    }
}
