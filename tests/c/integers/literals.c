// expect: safe
// what: Hexadecimal, octal, binary and character constants.
#include <assert.h>

int main(void) {
    assert(0x1F == 31);
    assert(017 == 15);
    assert(0b1011 == 11);
    assert('A' == 65 && '\n' == 10 && '\0' == 0 && '\x41' == 'A' && '\101' == 'A');
    assert('\xff' == -1);
    return 0;
}
