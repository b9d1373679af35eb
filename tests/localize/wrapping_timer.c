// what: a difference that should wrap around is kept in a wider type
// fault: 9
extern int __VERIFIER_nondet_int(void);
#include <assert.h>
#include <stdint.h>

/* A timer of 16 bits that wraps around. */
static int expired(uint_least16_t now, uint_least16_t start, uint_least16_t period) {
    int passed = now - start;
    return passed >= period;
}

int main(void) {
    int s = __VERIFIER_nondet_int();
    int d = __VERIFIER_nondet_int();
    int p = __VERIFIER_nondet_int();
    if (s < 0 || s > 65535 || d < 0 || d > 30000 || p < 1 || p > 30000)
        return 0;
    uint_least16_t start = (uint_least16_t)s;
    uint_least16_t now = (uint_least16_t)(s + d);
    assert(expired(now, start, (uint_least16_t)p) == (d >= p));
    return 0;
}
