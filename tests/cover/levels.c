// What some run should come to, in a program that holds.
// cover: covered 10
// cover: covered 14
// cover: unreachable 17
// cover: covered 26
#include <assert.h>
int nondet_int(void);
static int level(int n) {
    if (n < 10) {
        whyc_cover(n == 7);
        return 0;
    }
    if (n < 100) {
        __CPROVER_cover(n % 7 == 3);
        return 1;
    }
    __CPROVER_cover(n < 50);
    return 2;
}
int main(void) {
    int a = nondet_int();
    int b = nondet_int();
    int x = level(a);
    int y = level(b);
    assert(x + y <= 4);
    whyc_cover(x == 2 && y == 1);
    return 0;
}
