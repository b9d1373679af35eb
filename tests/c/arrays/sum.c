// expect: safe
// what: Written and summed up.
#include <assert.h>

int main(void) {
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = i * i;
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += a[i];
    assert(sum == 285);
    return 0;
}
