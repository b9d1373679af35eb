// expect: safe
// what: A counter goes down to zero.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = nondet_int();
    if (n < 0) return 0;
    while (n > 0) n--;
    assert(n == 0);
}
