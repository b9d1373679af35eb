// expect: safe
// what: The order of strings.
#include <assert.h>
#include <string.h>
#include <strings.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    assert(strcmp("abc", "abd") < 0 && strcmp("b", "abc") > 0 && strcmp("", "") == 0);
    assert(strcmp("ab", "abc") < 0 && strcmp("\xe4", "z") > 0);
    assert(strncmp("abcx", "abcy", 3) == 0 && strncmp("abcx", "abcy", 4) < 0);
    assert(strcasecmp("Hello", "hELLO") == 0 && strncasecmp("ABx", "aby", 2) == 0);
    char a[2] = {__VERIFIER_nondet_char(), 0}, b[2] = {__VERIFIER_nondet_char(), 0};
    assert((strcmp(a, b) == 0) == (a[0] == b[0]));
    assert((strcmp(a, b) < 0) == (strcmp(b, a) > 0));
    return 0;
}
