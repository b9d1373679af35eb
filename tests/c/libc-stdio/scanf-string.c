// expect: safe
// what: A word of limited length from standard input.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[4];
    if (scanf("%3s", word) == 1)
        assert(strlen(word) <= 3);
    return 0;
}
