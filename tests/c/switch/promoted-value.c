// expect: safe
// what: The controlling value is promoted and the labels are converted to its type.
#include <assert.h>

int main(void) {
    signed char c = -1;
    int r = 0;
    switch (c) {
    case 255:
        r = 1;
        break;
    case -1:
        r = 2;
        break;
    }
    assert(r == 2);
    unsigned int u = 4294967295u;
    switch (u) {
    case -1:
        r = 3;
        break;
    default:
        r = 4;
    }
    assert(r == 3);
    return 0;
}
