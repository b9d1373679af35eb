#include <assert.h>
unsigned char nondet_uchar(void);
static const unsigned char price[4] = {0, 3, 5, 9};
int main(void) {
    unsigned char kind = nondet_uchar();
    unsigned char count = nondet_uchar();
    if (kind > 3 || count > 3)
        return 0;
    assert(count + price[kind] > count);
    return 0;
}
