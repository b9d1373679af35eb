// expect: unknown
// native: skip (the variable is not defined)
// what: Reads through a pointer to a volatile variable from outside are not followed.
#include <assert.h>
extern volatile int port;

int main(void) {
    volatile int *p = &port;
    int a = *p, b = *p;
    assert(a == b);
    return 0;
}
