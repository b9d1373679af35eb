// expect: safe
// what: Errors in a loop, each with a jump back into it, and a call of setjmp in each activation of a function.
#include <assert.h>
#include <setjmp.h>

static jmp_buf *around;

static int risky(int i) {
    if (i % 2)
        longjmp(*around, i);
    return i;
}

static int attempt(int i) {
    jmp_buf here, *outer = around;
    around = &here;
    volatile int result = 0;
    int code = setjmp(here);
    if (code == 0)
        result = risky(i) + (i > 1 ? attempt(i - 1) : 0);
    else
        result = -code;
    around = outer;
    return result;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += attempt(i);
    assert(sum == 0 - 1 + (2 - 1) - 3);
    return 0;
}
