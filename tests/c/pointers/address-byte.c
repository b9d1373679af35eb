// expect: violated
// property: assertion
// line: 10
// native: skip (the compiler chooses)
// what: A char may be anywhere.
#include <assert.h>
#include <stdint.h>
int main(void) {
    char c;
    assert((uintptr_t)&c % 2 == 0);
    return 0;
}
