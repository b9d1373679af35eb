// expect: violated
// property: assertion
// line: 13
// native: skip (compilers differ)
// what: What a union holds besides the member that is initialised has no particular value.
#include <assert.h>

int main(void) {
    union {
        char c;
        int i;
    } u = {.c = 1};
    assert(u.i == 1);
    return 0;
}
