// expect: safe
// what: The type of a shift is that of its promoted left operand alone.
#include <assert.h>

int main(void) {
    int one = 1;
    unsigned long by = 31;
    assert(sizeof(one << by) == sizeof(int));
    unsigned char byte = 0x80;
    assert((byte << 1) == 0x100);
    assert(((unsigned char)(byte << 1)) == 0);
    assert((1ul << 40) == 1099511627776ul);
    return 0;
}
