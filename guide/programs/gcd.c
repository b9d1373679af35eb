#include <assert.h>

unsigned nondet_unsigned(void);

int main(void) {
    unsigned x = nondet_unsigned() % 7 + 1, y = nondet_unsigned() % 7 + 1;
    unsigned a = x, b = y;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    assert(x % a == 0 && y % a == 0);
    return 0;
}
