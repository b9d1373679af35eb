// expect: safe
// what: Every compound assignment operator.
#include <assert.h>

int main(void) {
    int x = 10;
    x += 5;
    x -= 3;
    x *= 4;
    x /= 5;
    x %= 6;
    assert(x == 3);
    x <<= 4;
    x |= 5;
    x &= 0x1c | 0x20;
    x ^= 1;
    x >>= 2;
    assert(x == 13);
    int a[2] = {1, 2}, i = 0;
    a[i++] += 10;
    assert(i == 1 && a[0] == 11);
    return 0;
}
