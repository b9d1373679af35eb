// expect: violated
// property: assertion
// line: 15
// what: Swapping all the way restores the old order.
#include <assert.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    int i, j;
    for (i = 0, j = 3; i < 4; i++, j--) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
    assert(a[0] == 4);
    return 0;
}
