// expect: safe
// what: A character is put back and comes again.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 0;
    ungetc(c, stdin);
    assert(getchar() == c);
    return 0;
}
