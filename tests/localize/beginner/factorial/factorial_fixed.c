// what: the factorial of a number, as meant
// fault: none
#include <stdio.h>

int factorial(int n) {
    int result = 1;
    int i;

    for (i = 2; i <= n; i++)
        result = result * i;
    return result;
}

int main(void) {
    int n;

    scanf("%d", &n);
    if (n < 0)
        printf("no factorial\n");
    else
        printf("%d! = %d\n", n, factorial(n));
    return 0;
}
