// expect: bounded-safe
// what: Without a handler, most signals end the program, and the functions for its end do not run.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void last(void) {
    assert(0);
}

int main(void) {
    atexit(last);
    raise(SIGWINCH);
    raise(SIGURG);
    raise(SIGCONT);
    signal(SIGPIPE, SIG_IGN);
    raise(SIGPIPE);
    raise(SIGTERM);
    assert(0);
}
