// expect: safe
// what: An array made from a literal is a copy that may be changed.
#include <assert.h>

int main(void) {
    char word[] = "cat";
    const char *other = "cat";
    word[0] = 'b';
    assert(word[0] == 'b' && other[0] == 'c');
    assert(sizeof word == 4 && sizeof other == 8);
    const char *names[] = {"one", "two", "three"};
    assert(names[2][4] == 'e' && names[1][3] == 0);
    return 0;
}
