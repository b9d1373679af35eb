// expect: safe
// what: A string of inputs is reversed twice.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static void reverse(char *s) {
    size_t n = strlen(s);
    for (size_t i = 0; i < n / 2; i++) {
        char c = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = c;
    }
}

int main(void) {
    char s[5], copy[5];
    for (int i = 0; i < 4; i++)
        s[i] = __VERIFIER_nondet_char();
    s[4] = '\0';
    strcpy(copy, s);
    reverse(s);
    reverse(s);
    assert(strcmp(s, copy) == 0);
    return 0;
}
