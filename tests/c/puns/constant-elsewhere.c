// expect: violated
// property: assertion
// line: 15
// what: A constant looks like a pointer on one path; on another one, the address of an object is still any.
#include <assert.h>
#include <stdint.h>
extern int nondet_int(void);
int x;
int main(void) {
    if (nondet_int()) {
        uintptr_t number = 0x10000000000;
        char *p = (char *)number;
        return p != 0;
    }
    assert((uintptr_t)&x == 0x10000000000);
    return 0;
}
