// expect: violated
// property: division-by-zero
// line: 10
// what: A text that is no number counts as zero.
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[2] = {__VERIFIER_nondet_char(), '\0'};
    return 100 / atoi(s);
}
