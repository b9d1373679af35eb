// expect: violated
// property: out-of-object
// line: 11
// what: A loop over characters does not look at the size of its buffer.
#include <stdio.h>

int main(void) {
    char word[4], *p = word;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        *p++ = (char)c;
    return 0;
}
