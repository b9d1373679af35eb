// expect: safe
// what: Saturating addition by branches and by bits.
#include <assert.h>
short nondet_short(void);

int main(void) {
    short a = nondet_short(), b = nondet_short();
    int wide = a + b;
    short clamped = wide > 32767 ? 32767 : wide < -32768 ? -32768 : (short)wide;
    unsigned short ua = (unsigned short)a, ub = (unsigned short)b, sum = (unsigned short)(ua + ub);
    unsigned short limit = (unsigned short)((ua >> 15) + 32767);
    unsigned short overflowed = (unsigned short)(((sum ^ ua) & (sum ^ ub)) >> 15);
    short bits = (short)(overflowed ? limit : sum);
    assert(clamped == bits);
    return 0;
}
