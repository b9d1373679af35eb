// expect: bounded-safe
// what: Signals that cannot be caught and numbers that are none are refused with EINVAL.
#include <assert.h>
#include <errno.h>
#include <signal.h>

extern int __VERIFIER_nondet_int(void);
static void nothing(int number) {
    (void)number;
}

int main(void) {
    int number = __VERIFIER_nondet_int();
    if (number == SIGKILL || number == SIGSTOP || number < 1 || number > 64) {
        errno = 0;
        assert(signal(number, nothing) == SIG_ERR);
        assert(errno == EINVAL);
    }
    errno = 0;
    assert(signal(SIGINT, SIG_ERR) == SIG_ERR && errno == EINVAL);
    assert(signal(SIGINT, nothing) == SIG_DFL);
    errno = 0;
    assert(raise(-1) == -1 && errno == EINVAL);
    assert(raise(0) == 0);
    return 0;
}
