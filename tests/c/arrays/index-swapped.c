// expect: safe
// what: i[a] is the same as a[i].
#include <assert.h>

int main(void) {
    int a[3] = {7, 8, 9};
    int i = 2;
    assert(i[a] == 9);
    assert(0 [a] == *a);
    1 [a] = 80;
    assert(a[1] == 80);
    return 0;
}
