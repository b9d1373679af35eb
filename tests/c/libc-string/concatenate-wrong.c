// expect: violated
// property: out-of-object
// line: 9
// what: strncat appends a zero byte beyond the count.
#include <string.h>

int main(void) {
    char s[6] = "abc";
    strncat(s, "defgh", sizeof s - strlen(s));
    return 0;
}
