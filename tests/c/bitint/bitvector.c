// expect: safe
// native: skip (gcc cannot read __CPROVER_bitvector)
// what: Those of CBMC are numbers of their width, and an int as soon as they are computed with.
#include <assert.h>

#define WIDTH 4

int main(void) {
    unsigned __CPROVER_bitvector[WIDTH] a;
    unsigned __CPROVER_bitvector[4] b = 9;
    signed __CPROVER_bitvector[6] c = -32;
    __CPROVER_bitvector[3] d = 7;
    assert(a <= 15);
    assert(a + b <= 24);
    unsigned __CPROVER_bitvector[4] sum = a + b;
    assert(sum == (a + 9) % 16);
    assert(c - 1 == -33 && d == -1);
    unsigned __CPROVER_bitvector[80] wide = 1;
    wide = wide << 79;
    wide = wide + wide;
    assert(wide == 0);
    return 0;
}
