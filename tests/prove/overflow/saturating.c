// expect: safe
// what: A counter that stops at the largest number.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = 0;
    while (1) {
        if (n < 2147483647) n++;
        assert(n > 0);
    }
}
