// expect: safe
// what: What is no number stays in the stream, and can be read as a character.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int x = 5;
    char c = 0;
    int n = scanf("%d", &x);
    if (n == 0) {
        assert(x == 5);
        if (scanf("%c", &c) == 1)
            assert(c < '0' || c > '9');
    }
    assert(n == 1 || n == 0 || n == EOF);
    return 0;
}
