// expect: violated
// property: assertion
// line: 11
// what: Padding makes a struct larger than the sum of its members.
#include <assert.h>

struct record { char tag; int value; };

int main(void) {
    unsigned long size = sizeof(struct record);
    assert(size == sizeof(char) + sizeof(int));
    return 0;
}
