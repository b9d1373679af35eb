// expect: safe
// what: strchr, strrchr, strstr, strpbrk, strspn and strcspn.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    const char *s = "key=value=1";
    assert(strchr(s, '=') == s + 3 && strrchr(s, '=') == s + 9);
    assert(strchr(s, '\0') == s + 11 && strchr(s, '?') == NULL);
    assert(strstr(s, "val") == s + 4 && strstr(s, "") == s && strstr(s, "vax") == NULL);
    assert(strpbrk(s, "v1") == s + 4 && strspn(s, "eky") == 3 && strcspn(s, "=") == 3);
    char c = __VERIFIER_nondet_char();
    const char *at = strchr(s, c);
    assert(at == NULL || *at == c);
    return 0;
}
