// expect: safe
// what: Operations called through a constant table.
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

static unsigned int add(unsigned int a, unsigned int b) { return a + b; }
static unsigned int sub(unsigned int a, unsigned int b) { return a - b; }
static unsigned int xor(unsigned int a, unsigned int b) { return a ^ b; }

static unsigned int (*const ops[])(unsigned int, unsigned int) = {add, sub, xor};

int main(void) {
    unsigned int op = __VERIFIER_nondet_uint() % 3;
    unsigned int x = __VERIFIER_nondet_uint();
    unsigned int r = ops[op](x, 0);
    assert(r == x);
    assert(ops[1](5, 3) == 2);
    return 0;
}
