// expect: safe
// what: A callee changes a global and the caller sees it.
#include <assert.h>

static int log_count;
static int log_last;

static void note(int code) {
    log_last = code;
    log_count++;
}

int main(void) {
    note(3);
    note(9);
    assert(log_count == 2);
    assert(log_last == 9);
    return 0;
}
