// expect: bounded-safe
// options: --unwind 6
// what: An endless loop is never fully unwound.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int state = 0;
    for (;;) {
        if (__VERIFIER_nondet_bool())
            state = (state + 1) % 4;
        assert(state >= 0 && state < 4);
    }
}
