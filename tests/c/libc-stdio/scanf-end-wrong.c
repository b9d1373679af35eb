// expect: violated
// property: assertion
// line: 11
// what: At the end of input scanf sets nothing.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int x = -1;
    scanf("%u", (unsigned int *)&x);
    assert(x != -1);
    return 0;
}
