// expect: violated
// property: assertion
// line: 14
// what: The size of a pointer parameter is not the size of the array.
#include <assert.h>
#include <string.h>

static void clear(char *text) { memset(text, 0, sizeof text); }

int main(void) {
    char text[] = "a long text of many letters";
    clear(text);
    assert(text[0] == 0);
    assert(text[sizeof text - 2] == 0);
    return 0;
}
