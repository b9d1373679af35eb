/* What parking costs: half an hour is free, then 2 for each hour begun, 12 a day at most. */
#include <stdio.h>

int main(void) {
    int minutes;
    if (scanf("%d", &minutes) != 1 || minutes < 0) {
        printf("how many minutes?\n");
        return 1;
    }
    int days = minutes / 1440;
    int rest = minutes % 1440;
    int price = 0;
    if (rest > 30)
        price = (rest + 59) / 60 * 2;
    if (price > 12)
        price = 10;
    printf("%d\n", 12 * days + price);
    return 0;
}
