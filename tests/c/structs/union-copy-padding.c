// expect: safe
// what: A copy of a union keeps what is padding in its largest member.
#include <assert.h>
#include <stdlib.h>

union word {
    unsigned all;
    struct { char tag; long value; } tagged;
};

struct box { int kind; union word content; };

static union word same(union word w) { return w; }

static struct box boxed(unsigned all) {
    struct box b;
    b.kind = 1;
    b.content.all = all;
    return b;
}

int main(void) {
    union word a, b;
    a.all = 0x01020304;
    b = a;
    assert(b.all == 0x01020304);
    assert(same(b).all == 0x01020304);
    assert(boxed(0x0A0B0C0D).content.all == 0x0A0B0C0D);

    union word *p = calloc(1, sizeof *p);
    if (p) {
        *p = a;
        assert(p->all == 0x01020304);
    }
    free(p);
    return 0;
}
