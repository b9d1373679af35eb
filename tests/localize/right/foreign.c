/* Counts the bytes of a text that are not ASCII. */
#include <assert.h>
char nondet_char(void);
static int foreign(const char *s) {
    int n = 0;
    for (; *s; s++)
        if ((unsigned char)*s > 127)
            n++;
    return n;
}
int main(void) {
    char s[4];
    int expected = 0;
    for (int i = 0; i < 3; i++) {
        s[i] = nondet_char();
        if (s[i] == 0) return 0;
        if (s[i] & 0x80) expected++;
    }
    s[3] = 0;
    assert(foreign(s) == expected);
    return 0;
}
