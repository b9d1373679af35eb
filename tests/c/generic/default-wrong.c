// expect: violated
// property: assertion
// line: 11
// what: A pointer to something else is none of the associations.
#include <assert.h>

#define IS_TEXT(x) _Generic(x, char *: 1, const char*: 1, default: 0)

int main(void) {
    unsigned char text[2] = "a";
    assert(IS_TEXT(text));
    return 0;
}
