// expect: bounded-safe
// what: A signal to somebody else does nothing here, and may not arrive.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static int calls;
static void call(int number) {
    (void)number;
    calls++;
}

int main(void) {
    signal(SIGUSR2, call);
    errno = 0;
    if (getppid() != getpid() && kill(getpid(), 0) == 0)
        assert(calls == 0);
    assert(kill(getpid(), SIGUSR2) == 0);
    assert(calls == 1 && errno == 0);
    assert(kill(getpid(), 99) == -1 && errno == EINVAL);
    return 0;
}
