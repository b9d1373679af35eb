// expect: violated
// property: assertion
// line: 9
// what: What at_quick_exit was given runs then.
#include <assert.h>
#include <stdlib.h>

static void bye(void) {
    assert(0);
}

int main(void) {
    at_quick_exit(bye);
    quick_exit(0);
}
