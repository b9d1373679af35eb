// expect: violated
// property: assertion
// line: 11
// what: The way back from upper case does not lead to the same letter.
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar();
    assert(tolower(toupper(c)) == c);
    return 0;
}
