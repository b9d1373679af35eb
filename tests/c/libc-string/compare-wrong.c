// expect: violated
// property: assertion
// line: 12
// what: strcmp compares as unsigned char, not as char.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char a[2] = {__VERIFIER_nondet_char(), 0}, b[2] = {__VERIFIER_nondet_char(), 0};
    if (a[0] < b[0])
        assert(strcmp(a, b) < 0);
    return 0;
}
