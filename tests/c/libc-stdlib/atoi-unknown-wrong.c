// expect: violated
// property: assertion
// line: 15
// native: skip (a text that is hardly found at random)
// what: One text of inputs is a forbidden number.
#include <assert.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[6];
    for (int i = 0; i < 5; i++)
        s[i] = __VERIFIER_nondet_char();
    s[5] = '\0';
    assert(atoi(s) != -123);
    return 0;
}
