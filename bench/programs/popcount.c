// expect: safe
// cbmc: --unwind 33
// what: Four ways to count bits agree.
#include <assert.h>
unsigned int nondet_uint(void);

static int by_loop(unsigned int x) {
    int n = 0;
    for (int i = 0; i < 32; i++)
        n += x >> i & 1;
    return n;
}

static int by_halves(unsigned int x) {
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return (int)((x + (x >> 8) + (x >> 16) + (x >> 24)) & 0x3f);
}

int main(void) {
    unsigned int x = nondet_uint();
    assert(by_loop(x) == by_halves(x));
    return 0;
}
