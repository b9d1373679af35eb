// expect: safe
// what: A struct of 256 MiB is copied as a whole.
#include <assert.h>
extern int nondet_int(void);
struct huge { char x[1 << 28]; };
static struct huge a, b;
int main(void) {
    unsigned i = nondet_int() & 0xffff;
    a.x[i] = 1;
    b = a;
    a.x[i] = 2;
    assert(b.x[i] == 1);
    struct huge *p = &b, *q = &a;
    *p = *q;
    assert(b.x[i] == 2);
    return 0;
}
