// expect: safe
// options: --unwind 4
// what: Code after an endless loop is never reached, and a round that changes nothing is like all others.
#include <assert.h>

int main(void) {
    int run = 1;
    while (run)
        ;
    assert(0);
    return 0;
}
