// expect: violated
// property: assertion
// line: 12
// options: --stub strlen
// native: skip (gcc lacks what this program calls)
// what: A function of the library can be stubbed.
#include <assert.h>
#include <string.h>

int main(void) {
    const char *text = "abc";
    assert(strlen(text) == 3);
    return 0;
}
