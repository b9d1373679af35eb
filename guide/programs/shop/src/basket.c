#include "shop.h"

int add(struct basket *basket, int price) {
    if (basket->count > BASKET)
        return 0;
    basket->prices[basket->count++] = price;
    return 1;
}

int total(const struct basket *basket) {
    int sum = 0;
    for (int i = 0; i < basket->count; i++)
        sum += basket->prices[i];
    return sum;
}
