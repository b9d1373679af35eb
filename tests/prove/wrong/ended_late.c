// expect: violated
// property: assertion
// line: 19
// what: A line that is full loses its end: the condition holds for many rounds, and not for all.
#include <assert.h>
extern char nondet_char(void);
int main(void) {
    char line[6] = {0, 1, 1, 1, 1, 1};
    int length = 0;
    while (1) {
        char c = nondet_char();
        if (c == '\n') {
            length = 0;
            line[0] = 0;
        } else if (length + 1 < (int)sizeof line) {
            line[length++] = c;
            if (length + 1 < (int)sizeof line) line[length] = 0;
        }
        assert(length < 5 || line[length] == 0);
    }
}
