// expect: violated
// property: assertion
// line: 13
// what: With SA_NODEFER, a handler is interrupted by its own signal.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>

static int depth;

static void nested(int number) {
    depth++;
    assert(depth < 3);
    raise(number);
    depth--;
}

int main(void) {
    struct sigaction action = {.sa_handler = nested, .sa_flags = SA_NODEFER};
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGUSR2, &action, 0) != 0)
        return 1;
    raise(SIGUSR2);
    return 0;
}
