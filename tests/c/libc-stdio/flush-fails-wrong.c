// expect: violated
// property: assertion
// line: 9
// native: skip (output does not fail here)
// what: Output may fail.
#include <assert.h>
#include <stdio.h>
int main(void) {
    assert(printf("x") == 1);
    return 0;
}
