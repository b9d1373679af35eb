// what: the first fibonacci numbers and their sum
// fault: 15
#include <stdio.h>

int main(void) {
    int n, i, next, sum = 0;
    int a = 0, b = 1;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        printf("%d ", a);
        sum = sum + a;
        next = a + b;
        a = b;
        b = a;
    }
    printf("sum %d\n", sum);
    return 0;
}
