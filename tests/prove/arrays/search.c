// expect: safe
// what: A search that stops at the end.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int a[64];
int main(void) {
    int n = nondet_int(), i = 0, wanted = nondet_int();
    if (n < 0 || n > 64) return 0;
    while (i < n && a[i] != wanted) i++;
    assert(i <= n);
}
