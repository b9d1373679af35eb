// expect: safe
// what: strncpy pads with zero bytes and does not end what is too long.
#include <assert.h>
#include <string.h>

int main(void) {
    char s[6] = "?????";
    strncpy(s, "ab", 5);
    assert(s[2] == 0 && s[3] == 0 && s[4] == 0);
    strncpy(s, "vwxyz", 3);
    assert(strcmp(s, "vwx") == 0 && s[3] == 0);
    strncpy(s, "123456789", 5);
    assert(s[4] == '5' && s[5] == 0);
    return 0;
}
