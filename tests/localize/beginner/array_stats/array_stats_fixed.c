// what: the smallest, the largest and the mean of some numbers, as meant
// fault: none
#include <stdio.h>

int main(void) {
    int a[10];
    int n, i, min, max, sum;

    scanf("%d", &n);
    for (i = 0; i < n; i++)
        scanf("%d", &a[i]);
    min = a[0];
    max = a[0];
    sum = 0;
    for (i = 0; i < n; i++) {
        if (a[i] < min)
            min = a[i];
        if (a[i] > max)
            max = a[i];
        sum += a[i];
    }
    printf("min %d max %d\n", min, max);
    printf("mean %d\n", sum / n);
    return 0;
}
