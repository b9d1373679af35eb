// expect: safe
// what: What an initialiser leaves out is zero.
#include <assert.h>

int main(void) {
    int a[5] = {1, 2};
    struct { int x, y; int z[2]; } s = {7};
    char text[6] = "hi";
    assert(a[1] == 2 && a[2] == 0 && a[4] == 0);
    assert(s.x == 7 && s.y == 0 && s.z[1] == 0);
    assert(text[2] == 0 && text[5] == 0);
    return 0;
}
