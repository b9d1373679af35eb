// expect: safe
// what: The address of a label.
#include <assert.h>

int main(void) {
    static const void *const targets[] = {&&first, &&second};
    int x = 0;
    goto *targets[1];
first:
    x += 1;
second:
    x += 10;
    assert(x == 10);
    return 0;
}
