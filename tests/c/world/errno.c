// expect: safe
// what: errno keeps what was put there.
#include <assert.h>
#include <errno.h>

static int checked_divide(int a, int b) {
    if (b == 0) {
        errno = EDOM;
        return 0;
    }
    return a / b;
}

int main(void) {
    errno = 0;
    assert(checked_divide(6, 3) == 2 && errno == 0);
    checked_divide(1, 0);
    assert(errno == EDOM && EDOM == 33);
    return 0;
}
