// expect: violated
// property: out-of-object
// line: 9
// what: As many items as the array has bytes, of two bytes each.
#include <stdio.h>

int main(void) {
    unsigned char header[4], *p = header;
    fread(p, 2, sizeof header, stdin);
    return 0;
}
