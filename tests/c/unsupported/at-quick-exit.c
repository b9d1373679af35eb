// expect: unknown
// what: Functions that are registered to run later are not modelled.
#include <assert.h>
#include <stdlib.h>

static void bye(void) {
    assert(0);
}

int main(void) {
    at_quick_exit(bye);
    quick_exit(0);
}
