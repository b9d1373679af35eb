// expect: violated
// property: out-of-object
// line: 9
// native: skip (gcc's sanitizer does not see it)
// what: The format asks for more than is there.
#include <stdio.h>

int main(void) {
    printf("%d of %d\n", 1);
    return 0;
}
