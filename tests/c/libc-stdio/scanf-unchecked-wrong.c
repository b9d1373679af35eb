// expect: violated
// property: bounds
// line: 8
// what: Nobody looks whether a number was read; where none was, the index is not set.
#include <stdio.h>
int main(void) {
    int a[3] = {1, 2, 3}, i;
    return scanf("%d", &i) != 0 && (i < 0 || i > 2) ? 0 : a[i];
}
