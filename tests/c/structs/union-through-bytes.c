// expect: safe
// what: A union read at another type than it was written.
#include <assert.h>

union word { unsigned int all; unsigned char byte[4]; };

int main(void) {
    union word w;
    w.all = 0x01020304;
    assert(w.byte[0] == 4);
    return 0;
}
