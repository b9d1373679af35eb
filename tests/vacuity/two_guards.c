// vacuity: unreached 13
// what: Two decisions in different places exclude each other.
#include <assert.h>
extern unsigned nondet_unsigned(void);

int main(void) {
    unsigned level = nondet_unsigned();
    int warned = 0;
    if (level < 10)
        return 0;
    warned = 1;
    if (level == 7)
        assert(warned == 2);
    assert(warned == 1);
    return 0;
}
