// expect: violated
// property: assertion
// line: 16
// what: The results of several callees survive where the call itself is the first thing after a join.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*const table[])(int) = {one, two};

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    int y = 5;
    if (c > 100) y = 10;
    assert(table[c & 1](y) != 12);
    return 0;
}
