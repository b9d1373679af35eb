// expect: safe
// native: skip (gcc cannot read _BitInt)
// what: The same with room for the sum, and with a sum in int that is cut.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int up = __VERIFIER_nondet_int(), from = __VERIFIER_nondet_int();
    if (up < 0 || up > 600 || from < -1024 || from > 423)
        return 0;
    _BitInt(11) step = up;
    _BitInt(11) height = from;
    height = height + step;
    assert(height == up + from);
    _BitInt(11) highest = 1023;
    highest += 1;
    assert(highest == -1024);
    return 0;
}
