// expect: safe
// what: The length of a literal by walking to its end.
#include <assert.h>

static unsigned int length(const char *s) {
    unsigned int n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

int main(void) {
    assert(length("") == 0);
    assert(length("hello") == 5);
    assert(sizeof "hello" == 6);
    assert(length("ab" "cd") == 4);
    return 0;
}
