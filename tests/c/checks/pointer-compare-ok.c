// expect: safe
// what: Equality of pointers is always allowed; order within one array as well.
#include <assert.h>

int main(void) {
    int a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
    int *p = a, *q = b;
    assert(p != q);
    q = a + 3;
    assert(p < q && q - p == 3 && p >= a);
    return 0;
}
