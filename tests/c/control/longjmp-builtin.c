// expect: safe
// what: The compiler's own kind of jump keeps all variables.
#include <assert.h>
static void *back[5];
static __attribute__((noinline)) void away(void) { __builtin_longjmp(back, 1); }
int main(void) {
    int a = 0;
    if (__builtin_setjmp(back) == 0) {
        a = 1;
        away();
    }
    assert(a == 1);
    return 0;
}
