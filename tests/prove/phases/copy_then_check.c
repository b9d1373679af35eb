// expect: safe
// what: The second loop goes as far as the first one did.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    unsigned n = nondet_uint(), i = 0, j = 0;
    while (i < n && nondet_int()) i++;
    while (j < i) j++;
    assert(j <= n);
}
