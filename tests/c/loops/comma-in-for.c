// expect: safe
// what: Two indices that meet in the middle.
#include <assert.h>

int main(void) {
    int a[6] = {1, 2, 3, 4, 5, 6};
    int i, j;
    for (i = 0, j = 5; i < j; i++, j--) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
    assert(i == 3 && j == 2);
    assert(a[0] == 6 && a[2] == 4 && a[3] == 3 && a[5] == 1);
    return 0;
}
