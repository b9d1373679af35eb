// what: The line that is printed lacks its end; no other value of an expression helps.
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    printf("%d", 2 * n);
    return 0;
}
