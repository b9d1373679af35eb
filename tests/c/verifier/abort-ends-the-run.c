// expect: safe
// what: After abort nothing is executed, and abort itself is no failure.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void require(int c) {
    if (!c)
        abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    require(x != 0);
    assert(x != 0);
    return 0;
}
