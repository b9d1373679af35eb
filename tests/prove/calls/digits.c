// expect: safe
// what: The digits of a number are digits.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    while (n > 0) { unsigned d = n % 10; assert(d <= 9); n /= 10; }
    assert(n == 0);
}
