// expect: safe
// what: An array argument is a pointer to its first element.
#include <assert.h>

static int sum(const int a[], int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void clear(int a[4]) {
    for (int i = 0; i < 4; i++)
        a[i] = 0;
}

int main(void) {
    int a[4] = {1, 2, 3, 4};
    assert(sum(a, 4) == 10);
    assert(sum(a + 1, 2) == 5);
    clear(a);
    assert(sum(a, 4) == 0);
    return 0;
}
