// expect: unknown
// what: How fractions are printed and read in other directions is not modelled.
#include <assert.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile double third = 1.0 / 3;
    fesetround(FE_UPWARD);
    char text[32];
    snprintf(text, sizeof text, "%.2f", third);
    assert(text[3] == '4');
    return 0;
}
