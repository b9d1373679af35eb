// expect: safe
// what: Who only ignores a signal installs nothing that could be called from outside.
#include <assert.h>
#include <signal.h>
#include <stdio.h>

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += i;
    assert(sum == 10);
    puts("ten");
    signal(SIGPIPE, SIG_DFL);
    return 0;
}
