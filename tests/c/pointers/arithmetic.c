// expect: safe
// what: Walking over an array with a pointer.
#include <assert.h>

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    int sum = 0;
    for (int *p = a; p < a + 5; p++)
        sum += *p;
    assert(sum == 15);
    int *q = &a[4];
    assert(*q-- == 5);
    assert(*--q == 3);
    assert(q - a == 2);
    assert(q[1] == 4 && q[-1] == 2);
    assert(*(q + 2) == 5);
    return 0;
}
