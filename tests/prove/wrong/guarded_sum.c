// expect: violated
// property: overflow
// line: 14
// what: The guard is off by one.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int sum = 2147483600;
    while (nondet_int()) {
        int x = nondet_int();
        if (x < 0 || x > 100) continue;
        if (sum - 1 > 2147483647 - x) break;
        sum += x;
    }
    return 0;
}
