// expect: safe
// what: Inner braces may be left out.
#include <assert.h>

int main(void) {
    int m[2][3] = {1, 2, 3, 4};
    struct { int a[2]; int b; } s[2] = {1, 2, 3, 4, 5, 6};
    assert(m[0][2] == 3 && m[1][0] == 4 && m[1][1] == 0);
    assert(s[0].b == 3 && s[1].a[1] == 5 && s[1].b == 6);
    int mixed[3][2] = {{1}, 2, 3, {4}};
    assert(mixed[0][1] == 0 && mixed[1][1] == 3 && mixed[2][0] == 4);
    return 0;
}
