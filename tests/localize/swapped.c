// what: a sum and a difference, of which one is printed twice
// fault: 11
#include <stdio.h>

int main(void) {
    int a, b, sum, difference;

    scanf("%d %d", &a, &b);
    sum = a + b;
    difference = a - b;
    printf("%d %d\n", difference, difference);
    return 0;
}
