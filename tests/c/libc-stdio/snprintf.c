// expect: safe
// what: snprintf cuts off and says how long it would have been.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[5] = "????";
    assert(snprintf(s, sizeof s, "%s", "abcdefg") == 7);
    assert(strcmp(s, "abcd") == 0);
    assert(snprintf(NULL, 0, "%d%d", 12, 345) == 5);
    assert(snprintf(s, 1, "xyz") == 3 && s[0] == '\0' && s[1] == 'b');
    return 0;
}
