// expect: safe
// what: Structs passed and returned by value.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct range { int low, high; };

static struct range ordered(struct range r) {
    if (r.low > r.high) {
        int t = r.low;
        r.low = r.high;
        r.high = t;
    }
    return r;
}

int main(void) {
    struct range r;
    r.low = __VERIFIER_nondet_int();
    r.high = __VERIFIER_nondet_int();
    struct range o = ordered(r);
    assert(o.low <= o.high);
    assert(o.low == r.low || o.low == r.high);
    assert(ordered(o).low == o.low);
    return 0;
}
