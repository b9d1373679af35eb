// expect: unknown
// native: skip (undefined)
// what: A jump to a function that has ended is not followed.
#include <assert.h>
#include <setjmp.h>
static jmp_buf back;
static int here(void) {
    return setjmp(back);
}
int main(void) {
    if (here() == 0)
        longjmp(back, 1);
    assert(0);
    return 0;
}
