// expect: safe
// what: A line that is read byte by byte always ends with a zero.
#include <assert.h>
extern char nondet_char(void);
int main(void) {
    char line[64];
    int length = 0;
    line[0] = 0;
    while (1) {
        char c = nondet_char();
        if (c == '\n') {
            length = 0;
            line[0] = 0;
        } else if (length + 1 < (int)sizeof line) {
            line[length++] = c;
            line[length] = 0;
        }
        assert(line[length] == 0);
    }
}
