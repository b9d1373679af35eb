// expect: violated
// property: assertion
// line: 11
// what: A byte above 127 read as plain char compares below zero.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char c = (char)__VERIFIER_nondet_uchar();
    int code = c;
    assert(code >= 0);
    return 0;
}
