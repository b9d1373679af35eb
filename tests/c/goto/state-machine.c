// expect: safe
// what: Labels as states, jumps as transitions.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int steps = 0, opened = 0;
closed:
    if (++steps > 4)
        goto done;
    if (__VERIFIER_nondet_bool())
        goto open;
    goto closed;
open:
    opened++;
    if (++steps > 4)
        goto done;
    if (__VERIFIER_nondet_bool())
        goto closed;
    goto open;
done:
    assert(steps == 5);
    assert(opened <= 4);
    return 0;
}
