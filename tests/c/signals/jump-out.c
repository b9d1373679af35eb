// expect: bounded-safe
// what: A jump out of a handler leaves its signal blocked, unless sigsetjmp has kept what was blocked.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf plain, keeping;
static int keeps;
static void leave(int number) {
    siglongjmp(keeps ? keeping : plain, number);
}
static int is_blocked(void) {
    sigset_t now;
    sigprocmask(SIG_BLOCK, 0, &now);
    return sigismember(&now, SIGFPE);
}

int main(void) {
    signal(SIGFPE, leave);
    keeps = 1;
    if (sigsetjmp(keeping, 1) == 0)
        raise(SIGFPE);
    assert(!is_blocked());
    keeps = 0;
    if (sigsetjmp(plain, 0) == 0)
        raise(SIGFPE);
    assert(is_blocked());
    return 0;
}
