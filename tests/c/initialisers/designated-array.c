// expect: safe
// what: Designators choose the element, and counting goes on from there.
#include <assert.h>

int main(void) {
    int a[8] = {[2] = 20, 30, [6] = 60, [1] = 10};
    assert(a[0] == 0 && a[1] == 10 && a[2] == 20 && a[3] == 30);
    assert(a[4] == 0 && a[6] == 60 && a[7] == 0);
    int b[] = {[4] = 1};
    assert(sizeof b == 5 * sizeof(int));
    return 0;
}
