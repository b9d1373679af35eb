/* setjmp.h: a buffer holds the number of the call that filled it. The jump itself is made of branches: see lower/nonlocal.rs. */
#include "whyc.h"

static word n_calls;

/* The call that is jumped to, or 0, and what it gives. */
word __whyc_jump_to;
static int jump_value;

int __whyc_arrive(void) {
    __whyc_jump_to = 0;
    return jump_value;
}

word __whyc_setjmp(void *buffer) {
    n_calls++;
    *(word *)buffer = n_calls;
    ((word *)buffer)[1] = 0; /* `sigsetjmp` may put there which signals are blocked */
    return n_calls;
}

void __whyc_longjmp(void *buffer, int value) {
    word call = *(word *)buffer;
    if (call == 0 || call > n_calls)
        __whyc_unsupported("a jump to a call of `setjmp` that there was not");
    word blocked = ((word *)buffer)[1];
    if (blocked != 0)
        __whyc_restore_blocked(blocked);
    __whyc_jump_to = call;
    jump_value = value == 0 ? 1 : value;
}
