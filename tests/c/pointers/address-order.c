// expect: violated
// property: assertion
// line: 10
// native: skip (the compiler chooses)
// what: Which of two objects comes first is not known.
#include <assert.h>
#include <stdint.h>
int x, y;
int main(void) {
    assert((uintptr_t)&x < (uintptr_t)&y);
    return 0;
}
