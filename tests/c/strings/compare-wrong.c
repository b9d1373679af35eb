// expect: violated
// property: assertion
// line: 21
// what: Only a common prefix is compared.
#include <assert.h>
char __VERIFIER_nondet_char(void);

static int same(const char *a, const char *b) {
    while (*a && *b) {
        if (*a != *b)
            return 0;
        a++;
        b++;
    }
    return 1;
}

int main(void) {
    char s[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    if (same(s, "ok"))
        assert(s[0] == 'o');
    return 0;
}
