// expect: bounded-safe
// what: While a handler runs, its signal waits; it comes once, however often it was sent, and after the handler.
#include <assert.h>
#include <signal.h>

static int depth, runs;

static void again(int number) {
    depth++;
    assert(depth == 1);
    runs++;
    if (runs == 1) {
        raise(number);
        raise(number);
        assert(runs == 1);
    }
    depth--;
}

int main(void) {
    signal(SIGHUP, again);
    raise(SIGHUP);
    assert(runs == 2);
    return 0;
}
