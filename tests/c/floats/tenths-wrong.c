// expect: violated
// property: assertion
// line: 9
// what: Tenths are not exact, and their sum is not the one written.
#include <assert.h>

int main(void) {
    double a = 0.1, b = 0.2;
    assert(a + b == 0.3);
    return 0;
}
