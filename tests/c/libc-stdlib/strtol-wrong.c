// expect: violated
// property: assertion
// line: 12
// what: An unchecked end of the number.
#include <assert.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[3] = {'5', __VERIFIER_nondet_char(), '\0'}, *end;
    strtol(s, &end, 10);
    assert(*end == '\0');
    return 0;
}
