#include <assert.h>
#include "shop.h"

extern int nondet_int(void);

int main(void) {
    struct basket basket = {0};
    int n = nondet_int();
    for (int i = 0; i < n && i < 6; i++)
        add(&basket, 10);
    assert(total(&basket) == 10 * basket.count);
    return 0;
}
