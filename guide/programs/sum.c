/* Adds up the numbers on standard input, until there is a 0. */
#include <stdio.h>

int main(void) {
    int sum = 0, number;
    while (scanf("%d", &number) == 1 && number != 0)
        sum += number;
    printf("%d\n", sum);
    return 0;
}
