// expect: safe
// what: A sum is guarded against overflow.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int sum = 0;
    while (nondet_int()) {
        int x = nondet_int();
        if (x < 0 || x > 100) continue;
        if (sum > 2147483647 - x) break;
        sum += x;
    }
    assert(sum >= 0);
}
