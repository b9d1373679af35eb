// expect: violated
// property: assertion
// line: 17
// what: A struct of 256 MiB is copied as a whole, and another byte is looked at.
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
    assert(b.x[5] == 2);
    return 0;
}
