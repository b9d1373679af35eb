// expect: safe
// what: An alias is another name for the same function or variable.
#include <assert.h>

static int implementation(int n) {
    return n + 3;
}
int api(int n) __attribute__((weak, alias("implementation")));

int real = 4;
extern int other __attribute__((alias("real")));

int main(void) {
    assert(api(1) == 4);
    other = 7;
    assert(real == 7);
    return 0;
}
