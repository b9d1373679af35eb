// expect: violated
// property: assertion
// line: 23
// what: A signal that was blocked when it was sent has not been handled yet.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
static volatile sig_atomic_t stop;
static void stopping(int number) {
    (void)number;
    stop = 1;
}

int main(void) {
    sigset_t all;
    sigfillset(&all);
    signal(SIGTERM, stopping);
    if (__VERIFIER_nondet_int() > 7)
        sigprocmask(SIG_BLOCK, &all, 0);
    kill(getpid(), SIGTERM);
    assert(stop);
    return 0;
}
