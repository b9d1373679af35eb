// expect: safe
// what: Comparison of two short strings of symbolic characters.
#include <assert.h>
char __VERIFIER_nondet_char(void);

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int main(void) {
    char s[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    if (same(s, "ok"))
        assert(s[0] == 'o' && s[1] == 'k');
    assert(same(s, s));
    return 0;
}
