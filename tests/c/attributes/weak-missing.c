// expect: unknown
// what: Whether there is a weak function that no file defines is not known.
#include <assert.h>

int hook(void) __attribute__((weak));

int main(void) {
    if (hook)
        return hook();
    assert(0);
    return 0;
}
