// expect: unknown
// what: Functions that run at the end are not modelled.
#include <assert.h>
#include <stdlib.h>

static void end(void) { assert(0); }

int main(void) {
    atexit(end);
    return 0;
}
