// expect: violated
// property: bounds
// line: 10
// what: A number from standard input is an index.
#include <stdio.h>

int main(void) {
    int a[3] = {1, 2, 3}, i = 0;
    scanf("%d", &i);
    return a[i] > 3;
}
