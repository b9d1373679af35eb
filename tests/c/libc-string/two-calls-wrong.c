// expect: violated
// property: out-of-object
// line: 12
// what: Two copies into arrays, of which only the second has no room: each call is judged on its own.
#include <string.h>

int main(void)
{
    char large[8];
    char small[3];
    strcpy(large, "abc");
    strcpy(small, "abc");
    return large[0] - small[0];
}
