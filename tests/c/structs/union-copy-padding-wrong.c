// expect: violated
// property: assertion
// line: 13
// what: Bytes that are padding in the largest member of a union are copied with it.
#include <assert.h>

union word { unsigned char byte[4]; struct { char tag; long value; } tagged; };
static union word words[2];

int main(void) {
    words[0].byte[1] = 7;
    words[1] = words[0];
    assert(words[1].byte[1] == 0);
    return 0;
}
