// what: the change that a machine gives back, and how much of it in notes
// fault: 11
// fix: paid - price
#include <stdio.h>

int main(void) {
    int paid, price, change, notes;

    scanf("%d %d", &paid, &price);
    /* the wrong way round */
    change = price - paid;
    notes = change / 5;
    printf("%d, %d notes\n", change, notes);
    return 0;
}
