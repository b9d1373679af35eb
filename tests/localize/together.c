// what: whether a parcel fits into a letter box; both limits are one too low
// fault: 9,13
// fix: weight <= 20, length <= 60
#include <stdio.h>

int weight, length, fragile;

int light(void) {
    return weight < 20;
}

int slim(void) {
    return length < 60;
}

int main(void) {
    int fits;

    scanf("%d %d %d", &weight, &length, &fragile);
    fits = light() && slim() && !fragile;
    printf("%d\n", fits);
    return 0;
}
