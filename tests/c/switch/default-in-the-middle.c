// expect: safe
// what: A default may stand anywhere and falls through as well.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int r = 0;
    switch (x) {
    case 1:
        r += 1;
    default:
        r += 10;
    case 2:
        r += 100;
    }
    assert(r == (x == 1 ? 111 : x == 2 ? 100 : 110));
    return 0;
}
