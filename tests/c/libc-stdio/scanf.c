// expect: safe
// what: Numbers from standard input are looked at before they are used.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a[3] = {1, 2, 3}, i;
    if (scanf("%d", &i) != 1)
        return 1;
    if (i < 0 || i >= 3)
        return 1;
    assert(a[i] == i + 1);
    return 0;
}
