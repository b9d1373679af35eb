// what: how often a number is followed by a larger one
// fault: 12
// fix: i < n - 1
#include <stdio.h>

int main(void) {
    int number[8] = {0}, n, rises = 0;

    scanf("%d", &n);
    for (int i = 0; i < n; i++)
        scanf("%d", &number[i]);
    for (int i = 0; i < n; i++)
        if (number[i] < number[i + 1])
            rises++;
    printf("%d\n", rises);
    return 0;
}
