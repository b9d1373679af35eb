// expect: violated
// property: assertion
// line: 12
// native: skip (gcc cannot read __CPROVER_bitvector)
// what: A bit-vector of CBMC loses what it has no room for.
#include <assert.h>

int main(void) {
    unsigned __CPROVER_bitvector[10] total = 0;
    for (int i = 0; i < 5; i++)
        total = total + 255;
    assert(total == 1275);
    return 0;
}
