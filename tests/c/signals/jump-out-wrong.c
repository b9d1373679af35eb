// expect: violated
// property: assertion
// line: 25
// what: After a plain jump out of a handler, the signal is still blocked: the second one does not come.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static jmp_buf back;
static volatile int caught;
static void leave(int number) {
    caught++;
    longjmp(back, number);
}

static void attempt(void) {
    if (setjmp(back) == 0)
        raise(SIGUSR1);
}

int main(void) {
    signal(SIGUSR1, leave);
    attempt();
    attempt();
    assert(caught == 2);
    return 0;
}
