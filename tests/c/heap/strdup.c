// expect: safe
// options: --check leak
// what: A copy of a string lives on its own.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char word[] = "abc";
    char *copy = strdup(word);
    word[0] = 'x';
    assert(strcmp(copy, "abc") == 0);
    copy[3] = '!';
    free(copy);
    return 0;
}
