// expect: safe
// what: Handlers run in reverse order, also at exit.
#include <assert.h>
#include <stdlib.h>

static int done;
static void first(void) { assert(done == 1); }
static void second(void) { assert(done == 0); done = 1; }
int main(void) {
    if (atexit(first) != 0 || atexit(second) != 0)
        _exit(1);
    exit(0);
}
