// expect: safe
// what: Two pointers, one that reads and one that writes.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
char from[40], to[40];
int main(void) {
    unsigned n = nondet_uint();
    if (n > 40) n = 40;
    char *p = from, *q = to;
    while (n > 0) { *q++ = *p++; n--; }
    return 0;
}
