// What fails in an early round does not say that nobody comes to a later one.
// cover: unknown 11
#include <assert.h>
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x < 0 || x > 40)
        return 0;
    int k = 0;
    while (k < x) k++;
    whyc_cover(k == 35);
    assert(x != 1);
    return 0;
}
