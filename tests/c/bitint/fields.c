// expect: safe
// native: skip (gcc cannot read _BitInt)
// what: A bit-field of a chosen width has fewer bits still, and is of the declared type when it is read.
#include <assert.h>

struct packet {
    unsigned _BitInt(5) kind : 3;
    _BitInt(12) level : 10;
    int rest : 4;
};

int main(void) {
    struct packet p = {.kind = 13, .level = 511, .rest = -3};
    assert(p.kind == 5 && p.level == 511 && p.rest == -3);
    p.kind += 4;
    assert(p.kind == 1);
    _BitInt(12) more = p.level + (_BitInt(12))1000;
    assert(more == 1511);
    p.level = 512;
    assert(p.level == -512);
    return 0;
}
