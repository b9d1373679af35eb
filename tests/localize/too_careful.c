// what: With FAULT 1, a line ends only if there is something on it; with 2, a second thing is done only if the first is not.
// fix 1: putchar('\n');
// fix 2: without the second `else`
#include <stdio.h>

static void ruler(int n)
{
    for (int i = 0; i < n; i++)
        putchar(i % 5 == 4 ? '+' : '-');
}

int main(void)
{
    int n, low = 0, odd = 0;

    while (scanf("%d", &n) == 1) {
        printf("%d: ", n);
        ruler(n);
#if FAULT == 1
        if (n > 0)
            putchar('\n');
#else
        putchar('\n');
#endif
#if FAULT == 2
        if (n < 4)
            low++;
        else if (n % 2 == 1)
            odd++;
#else
        if (n < 4)
            low++;
        if (n % 2 == 1)
            odd++;
#endif
    }
    printf("%d low, %d odd\n", low, odd);
    return 0;
}
