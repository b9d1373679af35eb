// expect: safe
// what: The comma evaluates from left to right and gives the last value.
#include <assert.h>

int main(void) {
    int a = 1, b;
    b = (a += 2, a *= 3, a - 1);
    assert(a == 9 && b == 8);
    int c = (b++, b++, b);
    assert(c == 10);
    return 0;
}
