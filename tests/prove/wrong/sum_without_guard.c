// expect: bounded-safe
// what: A sum without a guard overflows at last.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int sum = 0;
    while (nondet_int()) sum += 100000;
    return sum;
}
