// expect: safe
// what: Prefix and postfix, on variables, elements and through pointers.
#include <assert.h>

int main(void) {
    int i = 5;
    assert(i++ == 5 && i == 6);
    assert(++i == 7 && i == 7);
    assert(i-- == 7 && --i == 5);
    int a[3] = {1, 2, 3};
    int k = 0;
    assert(a[k++] == 1 && k == 1);
    assert(++a[k] == 3);
    int *p = a;
    assert((*p)++ == 1 && a[0] == 2);
    assert(*p++ == 2 && p == a + 1);
    return 0;
}
