// expect: violated
// property: assertion
// line: 21
// native: skip (what is indeterminate may be as it was)
// what: A variable that is changed after `setjmp` and not volatile has any value after the jump.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

static void fail(void) {
    longjmp(back, 1);
}

int main(void) {
    int tries = 0;
    if (setjmp(back) == 0) {
        tries = 1;
        fail();
    }
    assert(tries == 1);
    return 0;
}
