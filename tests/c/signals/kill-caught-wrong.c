// expect: violated
// property: assertion
// line: 13
// what: SIGKILL is not caught, whatever the program thinks; `signal` says so.
#include <assert.h>
#include <signal.h>

static void never(int number) {
    (void)number;
}

int main(void) {
    assert(signal(SIGKILL, never) != SIG_ERR);
    return 0;
}
