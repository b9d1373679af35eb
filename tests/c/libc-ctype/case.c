// expect: safe
// what: toupper and tolower.
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar();
    if (isupper(c))
        assert(toupper(tolower(c)) == c && tolower(c) - c == 'a' - 'A');
    if (!isalpha(c))
        assert(toupper(c) == c && tolower(c) == c);
    assert(toupper('q') == 'Q' && tolower('Q') == 'q' && toupper('7') == '7');
    return 0;
}
