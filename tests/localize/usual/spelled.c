// what: A word is misspelled.
// fault: 10
// fix: else if (a == b || b == c || a == c) puts("Isosceles");
#include <stdio.h>

static void kind(int a, int b, int c)
{
    if (a + b <= c || a + c <= b || b + c <= a) puts("None");
    else if (a == b && b == c) puts("Equilateral");
    else if (a == b || b == c || a == c) puts("Isoceles");
    else puts("Scalene");
}

int main(void)
{
    int a, b, c;

    while (scanf("%d %d %d", &a, &b, &c) == 3)
        kind(a, b, c);
    return 0;
}
