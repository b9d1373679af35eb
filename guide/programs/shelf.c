#include <assert.h>

extern int nondet_int(void);

static int shelf[16];

int main(void) {
    int n = nondet_int();
    int weight = nondet_int();
    __CPROVER_assume(n <= 16);
    __CPROVER_assume(weight > 3);
    for (int i = 0; i < n; i++)
        shelf[i] = 7;
    if (weight > 10)
        weight = 10;
    assert(weight <= 10);
    return 0;
}
