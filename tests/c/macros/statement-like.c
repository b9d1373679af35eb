// expect: safe
// what: A macro of several statements in do-while(0).
#include <assert.h>

#define SWAP(type, a, b) \
    do {                 \
        type t_ = (a);   \
        (a) = (b);       \
        (b) = t_;        \
    } while (0)

int main(void) {
    int x = 1, y = 2;
    if (x < y)
        SWAP(int, x, y);
    else
        x = 0;
    assert(x == 2 && y == 1);
    return 0;
}
