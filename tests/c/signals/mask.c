// expect: bounded-safe
// what: A blocked signal waits until it is unblocked, and sigprocmask returns after its handler.
#include <assert.h>
#include <signal.h>

static int seen;
static void see(int number) {
    seen = number;
}

int main(void) {
    sigset_t some, before, waiting;
    sigemptyset(&some);
    assert(sigaddset(&some, SIGTERM) == 0 && sigaddset(&some, SIGKILL) == 0);
    assert(sigismember(&some, SIGTERM) == 1 && sigismember(&some, SIGINT) == 0);
    assert(sigaddset(&some, 65) == -1 && sigismember(&some, 0) == -1);
    signal(SIGTERM, see);
    assert(sigprocmask(SIG_BLOCK, &some, &before) == 0);
    assert(!sigismember(&before, SIGTERM));
    raise(SIGTERM);
    assert(seen == 0);
    assert(sigpending(&waiting) == 0 && sigismember(&waiting, SIGTERM) == 1);
    sigprocmask(SIG_SETMASK, 0, &before);
    assert(sigismember(&before, SIGTERM) == 1 && sigismember(&before, SIGKILL) == 0);
    sigdelset(&some, SIGKILL);
    assert(sigprocmask(SIG_UNBLOCK, &some, 0) == 0);
    assert(seen == SIGTERM);
    assert(sigprocmask(5, &some, 0) == -1);
    return 0;
}
