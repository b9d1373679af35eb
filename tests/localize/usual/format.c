// what: Minutes are printed without their leading zero.
// fault: 9
// fix: printf("%d:%02d\n", minutes / 60, minutes % 60);
#include <stdio.h>

static void tell(int minutes)
{
    if (minutes < 0) { puts("never"); return; }
    printf("%d:%d\n", minutes / 60, minutes % 60);
}

int main(void)
{
    int minutes;

    while (scanf("%d", &minutes) == 1)
        tell(minutes);
    return 0;
}
