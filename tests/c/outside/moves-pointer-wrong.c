// expect: violated
// property: assertion
// line: 11
// native: skip (gcc lacks what this program calls)
// what: A pointer that a function without body is given the address of may be another one afterwards.
#include <assert.h>

void advance(char **at);
int main(void) {
    char text[4] = "abc", *at = text; advance(&at);
    assert(at == text);
    return 0;
}
