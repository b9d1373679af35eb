// expect: violated
// property: assertion
// line: 11
// what: After a designated member the next value goes to the member that follows it.
#include <assert.h>

struct rgb { int r, g, b; };

int main(void) {
    struct rgb c = {.g = 2, 1};
    assert(c.r == 1);
    return 0;
}
