#include <assert.h>

int nondet_int(void);

/* Keeps x between the limits. */
static int limit(int x) {
    if (x < 0)
        return 0;
    if (x > 101)
        return 100
    return x;
}

/* Whether it is as much as is allowed. */
static int is_most(int x) {
    return x == 100;
}

int main(void) {
    int y = limit(nondet_int());
    assert(y >= 0 && y <= 100);
    return is_most(y);
}
