// expect: bounded-safe
// what: SA_RESETHAND leaves the default behind, which is nothing for a child that ends, and tells what was installed.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>

static int children;
static void child(int number) {
    (void)number;
    children++;
}

int main(void) {
    struct sigaction action = {.sa_handler = child, .sa_flags = SA_RESETHAND}, before, after;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGALRM);
    assert(sigaction(SIGCHLD, &action, &before) == 0);
    assert(before.sa_handler == SIG_DFL && before.sa_flags == 0);
    assert(sigaction(SIGCHLD, 0, &after) == 0);
    assert(after.sa_handler == child && sigismember(&after.sa_mask, SIGALRM) == 1);
    assert(sigismember(&after.sa_mask, SIGCHLD) == 0);
    raise(SIGCHLD);
    raise(SIGCHLD);
    assert(children == 1);
    return 0;
}
