// expect: violated
// property: assertion
// line: 10
// native: skip (it depends on what the variable held)
// what: What is no number is none after a division by one.
#include <assert.h>

int main(void) {
    float f;
    assert(f / 1.0f == f);
    return 0;
}
