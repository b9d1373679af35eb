// expect: safe
// what: What sprintf writes, sscanf and strtol read.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
short __VERIFIER_nondet_short(void);
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    char s[12];
    short x = __VERIFIER_nondet_short();
    if (x < -999 || x > 999)
        return 0;
    sprintf(s, "%d", x);
    assert(strtol(s, NULL, 10) == x);
    unsigned int u = __VERIFIER_nondet_uint(), v = 0;
    sprintf(s, "%x", u);
    assert(sscanf(s, "%x", &v) == 1 && v == u);
    return 0;
}
