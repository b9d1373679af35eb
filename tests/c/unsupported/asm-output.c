// expect: violated
// property: assertion
// line: 10
// native: skip (the time that it reads)
// what: What assembly reads from outside can be anything.
#include <assert.h>
int main(void) {
    unsigned x = 3;
    __asm__("rdtsc" : "=a"(x) : : "rdx");
    assert(x == 4);
    return 0;
}
