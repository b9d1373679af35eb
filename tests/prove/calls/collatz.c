// expect: safe
// what: Nobody knows whether this ends, but it stays positive as long as it fits.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint();
    if (n == 0) return 0;
    while (n != 1) {
        if (n % 2 == 0) n /= 2;
        else if (n > 1000000000) break;
        else n = 3 * n + 1;
        assert(n > 0);
    }
}
