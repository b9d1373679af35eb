// expect: bounded-safe
// options: --unwind 4
// what: Code after an endless loop is never reached, but the loop is cut off.
#include <assert.h>

int main(void) {
    int run = 1;
    while (run)
        ;
    assert(0);
    return 0;
}
