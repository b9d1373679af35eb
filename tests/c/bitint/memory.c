// expect: safe
// native: skip (gcc cannot read _BitInt)
// what: Sizes are those of the ABI, and what stands in the padding says nothing.
#include <assert.h>
#include <string.h>

struct reading {
    char kind;
    _BitInt(20) value;
    unsigned _BitInt(3) flags[3];
    _BitInt(100) total;
};

static int sign(const _BitInt(20) *value) {
    return (*value > 0) - (*value < 0);
}

int main(void) {
    assert(sizeof(_BitInt(7)) == 1 && sizeof(_BitInt(9)) == 2 && sizeof(_BitInt(17)) == 4);
    assert(sizeof(_BitInt(33)) == 8 && sizeof(_BitInt(65)) == 16);
    struct reading r = {.value = -5, .flags = {1, 2, 7}, .total = -1};
    assert(sign(&r.value) == -1 && r.flags[2] == 7 && r.total == -1);
    memset(&r, 0xff, sizeof r);
    assert(r.value == -1 && r.flags[0] == 7 && sign(&r.value) == -1 && r.total + 1 == 0);
    unsigned char *bytes = (unsigned char *)&r.value;
    bytes[2] = 0x07;
    bytes[3] = 0x5a;
    assert(r.value == 0x7ffff && sign(&r.value) == 1);
    unsigned _BitInt(3) copy;
    unsigned char noise = 0xab;
    memcpy(&copy, &noise, 1);
    assert(copy == 3 && copy < 8);
    _Bool any = copy;
    double number = copy;
    assert(any && number == 3.0);
    return 0;
}
