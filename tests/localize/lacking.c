// what: the price of a ticket; children and pensioners pay less, but not on weekends
// fault: 13
// fix: age >= 65 && !weekend
#include <stdio.h>

int main(void) {
    int age, weekend;

    scanf("%d %d", &age, &weekend);
    if (age < 14 && !weekend)
        printf("5\n");
    /* on weekends, too */
    else if (age >= 65)
        printf("6\n");
    else
        printf("10\n");
    return 0;
}
