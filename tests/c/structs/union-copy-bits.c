// expect: safe
// what: Bits between bit-fields of the largest member of a union are copied with it, and zeroed by an initialiser.
#include <assert.h>

union flags {
    struct { unsigned low : 4; unsigned : 3; unsigned high : 2; long rest; } parts;
    struct { unsigned five : 5; unsigned four : 4; } other;
    unsigned all;
};

struct pair { union flags first, second; };

static union flags same(union flags f) { return f; }

int main(void) {
    union flags a = {{0}}, b;
    a.all = 0xF5A;
    b = same(a);
    assert(b.all == 0xF5A && b.other.five == 26 && b.other.four == 10);
    b.other.five = 5;
    assert(b.all == 0xF45);
    struct pair p = {.first = a};
    assert(p.first.all == 0xF5A && p.second.all == 0);
    return 0;
}
