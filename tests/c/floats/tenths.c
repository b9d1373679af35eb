// expect: safe
// what: In single precision, this sum rounds to the number written.
#include <assert.h>

int main(void) {
    float a = 0.1f, b = 0.2f;
    float sum = a + b;
    assert(sum == 0.3f);
    assert((double)sum != 0.3);
    return 0;
}
