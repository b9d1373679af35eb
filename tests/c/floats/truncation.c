// expect: safe
// what: Conversion to an integer drops the fraction.
#include <assert.h>

int main(void) {
    double a = 2.9, b = -2.9;
    float c = 200.75f;
    assert((int)a == 2 && (int)b == -2 && (unsigned char)c == 200);
    assert((long)(a * 1e9) == 2900000000l);
    unsigned long large = (unsigned long)1e19;
    assert(large == 10000000000000000000ul);
    return 0;
}
