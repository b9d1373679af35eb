// what: The loop counts down and does not end.
#include <stdio.h>

int main(void) {
    int n, total = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 1; i <= n; i--)
        total = total + i % 3;
    printf("%d\n", total);
    return 0;
}
