// expect: violated
// property: assertion
// line: 24
// options: --std c11
// native: skip (the driver compiles GNU C, where the handler stays)
// what: In strict C, the headers give the signal of System V: a handler is gone when it runs.
#include <assert.h>
#include <signal.h>

static int runs;
static void run_once(int number) {
    runs++;
    void (*now)(int) = signal(number, SIG_IGN);
    if (now == SIG_DFL)
        runs += 10;
    signal(number, SIG_IGN);
}

int main(void) {
    signal(SIGINT, run_once);
    raise(SIGINT);
    assert(runs == 11);
    raise(SIGINT);
    assert(runs == 22);
    return 0;
}
