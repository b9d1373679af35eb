// expect: safe
// what: Two texts in one array that do not touch; what is behind the end is not copied.
#include <assert.h>
#include <string.h>

int main(void) {
    char text[12] = "abc";
    strcpy(text + 4, text);
    assert(text[4] == 'a' && text[7] == 0);
    strcat(text + 4, text);
    assert(text[9] == 'c' && text[10] == 0);
    return 0;
}
