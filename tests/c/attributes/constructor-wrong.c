// expect: violated
// property: assertion
// line: 14
// what: A constructor has changed the variable before main starts.
#include <assert.h>

static int level = 1;

__attribute__((constructor)) static void prepare(void) {
    level = 5;
}

int main(void) {
    assert(level == 1);
    return 0;
}
