// expect: unknown
// what: Assembly inside a function.
#include <assert.h>

int main(void) {
    int x = 1;
    __asm__("incl %0" : "+r"(x));
    assert(x == 2);
    return 0;
}
