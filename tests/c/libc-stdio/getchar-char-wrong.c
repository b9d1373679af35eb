// expect: violated
// property: assertion
// line: 11
// what: A char cannot tell the end of input from a character.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char c = getchar();
    if (c == EOF)
        assert(feof(stdin));
    return 0;
}
