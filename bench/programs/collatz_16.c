// expect: safe
// cbmc: --unwind 22
// what: Every start below sixteen reaches one within twenty steps.
#include <assert.h>
unsigned char nondet_uchar(void);

int main(void) {
    unsigned int n = nondet_uchar() % 15 + 1;
    int steps = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
        assert(steps <= 20);
    }
    return 0;
}
