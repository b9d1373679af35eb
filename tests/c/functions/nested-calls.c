// expect: safe
// what: Calls as arguments of calls.
#include <assert.h>

static int add(int a, int b) { return a + b; }
static int square(int x) { return x * x; }

int main(void) {
    assert(add(square(3), square(4)) == square(5));
    assert(square(add(square(1), square(2))) == 25);
    return 0;
}
