// expect: safe
// what: A callback that may be absent is tested first.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

static int hits;
static void hook(void) { hits++; }

int main(void) {
    void (*callback)(void) = 0;
    if (__VERIFIER_nondet_bool())
        callback = hook;
    if (callback)
        callback();
    assert(hits == (callback == hook));
    return 0;
}
