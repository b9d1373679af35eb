// expect: safe
// what: Nothing runs after exit.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void need(int condition) {
    if (!condition)
        exit(EXIT_FAILURE);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    need(x > 3);
    assert(x != 0);
    exit(x);
    assert(0);
}
