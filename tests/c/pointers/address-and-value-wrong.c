// expect: violated
// property: assertion
// line: 10
// what: Two pointers to the same variable.
#include <assert.h>

static void set(int *a, int *b) {
    *a = 1;
    *b = 2;
    assert(*a == 1);
}

int main(void) {
    int x, y;
    set(&x, &y);
    set(&x, &x);
    return 0;
}
