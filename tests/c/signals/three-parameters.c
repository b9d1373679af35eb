// expect: unknown
// what: A handler that wants to know more about a signal is not modelled.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>

static int from;
static void informed(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    from = info->si_code;
}

int main(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO};
    action.sa_sigaction = informed;
    sigaction(SIGUSR1, &action, 0);
    raise(SIGUSR1);
    assert(from <= 0);
    return 0;
}
