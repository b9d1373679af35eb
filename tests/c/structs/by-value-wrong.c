// expect: violated
// property: assertion
// line: 14
// what: A function that changes its copy of a struct changes nothing else.
#include <assert.h>

struct account { int balance; int locked; };

static void lock(struct account a) { a.locked = 1; }

int main(void) {
    struct account a = {100, 0};
    lock(a);
    assert(a.locked);
    return 0;
}
