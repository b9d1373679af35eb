// what: the sum of the digits of a number, and the largest of them, as meant
// fault: none
#include <stdio.h>

int main(void) {
    int n, digit, sum, largest;

    scanf("%d", &n);
    sum = 0;
    largest = 0;
    while (n > 0) {
        digit = n % 10;
        sum = sum + digit;
        if (digit > largest)
            largest = digit;
        n = n / 10;
    }
    printf("sum %d\n", sum);
    printf("largest %d\n", largest);
    return 0;
}
