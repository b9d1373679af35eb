// vacuity: idle 10
// what: One half of the assertion would do: the other one was meant to be something else.
#include <assert.h>
extern unsigned nondet_unsigned(void);

int main(void) {
    unsigned a = nondet_unsigned() % 16;
    unsigned b = a * 3;
    unsigned c = b + nondet_unsigned() % 2;
    assert(c <= 46 || c > b + 7);
    return 0;
}
