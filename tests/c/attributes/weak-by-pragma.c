// expect: unknown
// what: A pragma makes a symbol weak, too.
#include <assert.h>

#pragma weak hook
int hook(void);

int main(void) {
    if (hook)
        return hook();
    assert(0);
    return 0;
}
