// expect: violated
// property: out-of-object
// line: 11
// what: strncpy left no zero byte and strlen goes on.
#include <string.h>

int main(void) {
    char *text = "long";
    char s[4];
    strncpy(s, text, sizeof s);
    return strlen(s) == 4;
}
