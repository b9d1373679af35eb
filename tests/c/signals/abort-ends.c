// expect: bounded-safe
// what: A handler of SIGABRT that returns does not save the program; one that jumps away does.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf out;
static volatile int handled;
static void count(int number) {
    (void)number;
    handled++;
}
static void leave(int number) {
    longjmp(out, number);
}

int main(void) {
    int number = setjmp(out);
    if (number == 0) {
        signal(SIGABRT, leave);
        abort();
    }
    assert(number == SIGABRT);
    signal(SIGABRT, count);
    abort();
    assert(0);
}
