// expect: unknown
// what: A handler of signals starts in the usual direction, whatever the direction is; this is not modelled.
#include <assert.h>
#include <fenv.h>
#include <signal.h>

static int direction;

static void handler(int number) {
    direction = fegetround();
}

int main(void) {
    signal(SIGUSR1, handler);
    fesetround(FE_UPWARD);
    raise(SIGUSR1);
    assert(direction == FE_UPWARD);
    return 0;
}
