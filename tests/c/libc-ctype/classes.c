// expect: safe
// what: The classes of every character.
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar();
    assert(!isdigit(c) || (c >= '0' && c <= '9'));
    assert(!!isalnum(c) == (isalpha(c) || isdigit(c)));
    assert(!isalpha(c) || !!isupper(c) != !!islower(c));
    assert(!ispunct(c) || !isalnum(c));
    assert(!isspace(c) || c == ' ' || (c >= 9 && c <= 13));
    assert(isxdigit('f') && isxdigit('A') && !isxdigit('g'));
    assert(!!isprint(c) == (c >= 32 && c < 127) && !!isgraph(c) == (c > 32 && c < 127));
    assert(!!iscntrl(c) == (c < 32 || c == 127));
    return 0;
}
