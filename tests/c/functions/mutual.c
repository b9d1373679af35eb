// expect: safe
// what: Functions that are declared first and defined later.
#include <assert.h>

static int outer(int x);
int helper(int);

static int outer(int x) { return helper(x) + 1; }

int main(void) {
    assert(outer(4) == 9);
    return 0;
}

int helper(int y) { return y * 2; }
