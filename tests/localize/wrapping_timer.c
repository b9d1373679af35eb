// what: a difference that should wrap around is kept in a wider type
// fault: 8
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

/* A timer of 16 bits that wraps around. */
static int expired(unsigned short now, unsigned short start, unsigned short period) {
    int passed = now - start;
    return passed >= period;
}

int main(void) {
    int s = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    int p = __VERIFIER_nondet_int();
    if (s < 0 || s > 65535 || d < 0 || d > 30000 || p < 1 || p > 30000)
        return 0;
    unsigned short start = (unsigned short)s;
    unsigned short now = (unsigned short)(s + d);
    assert(expired(now, start, (unsigned short)p) == (d >= p));
    return 0;
}
