#include <assert.h>

int nondet_int(void);

static int limit(int x) {
    if (x < 0)
        return 0;
    if (x > 100)
        return 100;
    return x;
}

int main(void) {
    int y = limit(nondet_int());
    assert(y >= 0 && y <= 100);
    return 0;
}
