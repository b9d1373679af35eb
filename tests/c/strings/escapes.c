// expect: safe
// what: Escape sequences and embedded zeros.
#include <assert.h>

int main(void) {
    const char *s = "a\tb\0c\\\"\x7f";
    assert(s[1] == 9 && s[3] == 0 && s[4] == 'c');
    assert(s[5] == '\\' && s[6] == '"' && s[7] == 127);
    assert(sizeof "a\tb\0c\\\"\x7f" == 9);
    return 0;
}
