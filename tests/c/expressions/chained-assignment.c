// expect: safe
// what: Assignments group to the right and give the stored value.
#include <assert.h>

int main(void) {
    int a, b;
    unsigned char c;
    a = b = c = 300;
    assert(c == 44 && b == 44 && a == 44);
    int y = (a = 3) + 4;
    assert(a == 3 && y == 7);
    if ((b = a - 3))
        assert(0);
    assert(b == 0);
    return 0;
}
