// expect: safe
// what: A loop that tests at its end.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int i = 0, n = nondet_int();
    if (n < 1 || n > 1000000) return 0;
    do i++; while (i < n);
    assert(i == n);
}
