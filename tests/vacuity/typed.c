// vacuity: typed 12
// vacuity: typed 13
// what: What has no sign is never negative, and a byte no larger than a byte: who asserts that meant something else.
#include <assert.h>
extern unsigned nondet_unsigned(void);
extern int nondet_int(void);

int main(void) {
    unsigned n = nondet_unsigned();
    unsigned char c = nondet_unsigned();
    int i = nondet_int() % 100;
    assert(n >= 0);
    assert(c <= 255 && n <= 4294967295u);
    assert(i < 100);
    return 0;
}
