// expect: bounded-safe
// options: --unwind 6
// what: Counting lines of standard input, as far as the bound goes.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c;
    unsigned int lines = 0, characters = 0;
    while ((c = getchar()) != EOF) {
        assert(c >= 0 && c <= 255);
        characters++;
        if (c == '\n')
            lines++;
    }
    assert(lines <= characters);
    return 0;
}
