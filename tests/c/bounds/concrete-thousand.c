// expect: safe
// what: A thousand iterations over an array.
#include <assert.h>

int main(void) {
    static int a[1000];
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        a[i] = i % 7;
    for (int i = 0; i < 1000; i++)
        sum += a[i];
    assert(sum == 2997);
    return 0;
}
