// expect: violated
// property: null-dereference
// line: 12
// what: abort runs the handler of SIGABRT first.
#include <signal.h>
#include <stdlib.h>

static const char *reason;
static char shown;
static void tell(int number) {
    (void)number;
    shown = *reason;
}

int main(void) {
    signal(SIGABRT, tell);
    abort();
}
