// expect: violated
// property: out-of-object
// line: 12
// what: strlen of an array that may have no zero byte.
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[3];
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    return strlen(s) > 3;
}
