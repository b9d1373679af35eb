// expect: bounded-safe
// what: A handler stays installed, and each raise has run it when it returns.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t rings;
static void ring(int number) {
    assert(number == SIGUSR1);
    rings = rings + 1;
}

int main(void) {
    assert(signal(SIGUSR1, ring) == SIG_DFL);
    for (int i = 0; i < 3; i++)
        assert(raise(SIGUSR1) == 0);
    assert(rings == 3);
    assert(signal(SIGUSR1, SIG_IGN) == ring);
    raise(SIGUSR1);
    assert(rings == 3);
    assert(signal(SIGUSR1, SIG_DFL) == SIG_IGN);
    return 0;
}
