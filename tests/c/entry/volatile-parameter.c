// expect: bounded-safe
// options: --function f
// native: skip (there is no main)
// what: What a volatile parameter points to may change by itself, which is not followed.
#include <assert.h>
void f(volatile int *port) {
    if (!port)
        return;
    int a = *port, b = *port;
    assert(a == b);
}
