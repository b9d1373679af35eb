// expect: safe
// what: strlen and strnlen of literals, arrays and an input.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4] = "abc";
    assert(strlen(s) == 3 && strlen("") == 0 && strlen(s + 2) == 1);
    s[1] = __VERIFIER_nondet_char();
    assert(strlen(s) == (s[1] == '\0' ? 1 : 3));
    s[3] = 'd';
    assert(strnlen(s + 2, 2) == 2);
    return 0;
}
