// expect: safe
// what: Back in the usual direction, fractions are read and printed as ever.
#include <assert.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile double two = 2, three = 3;
    fesetround(FE_UPWARD);
    double above = two / three;
    fesetround(FE_TONEAREST);
    char text[32];
    snprintf(text, sizeof text, "%.2f", above);
    printf("%f\n", above);
    assert(text[2] == '6' && text[3] == '7' && strtod("0.5", NULL) == 0.5);
    return 0;
}
