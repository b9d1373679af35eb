// expect: violated
// property: overflow
// line: 12
// what: The sum of both ends overflows.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int low = 0, high = nondet_int();
    if (high < 0) return 0;
    while (low < high) {
        int middle = (low + high) / 2;
        if (nondet_int()) low = middle + 1; else high = middle;
    }
    return 0;
}
