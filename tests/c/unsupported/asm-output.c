// expect: violated
// property: assertion
// line: 10
// native: skip (it is known what the instruction does)
// what: What assembly writes can be anything.
#include <assert.h>
int main(void) {
    unsigned x = 3;
    __asm__("addl $1, %0" : "+r"(x));
    assert(x == 4);
    return 0;
}
