// what: `~` governs less than was meant
// fault: 20
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

/* Eight blocks, one bit each. */
static unsigned char used;

static int take(void) {
    for (int i = 0; i < 8; i++) {
        if (!(used & (1 << i))) {
            used |= 1 << i;
            return i;
        }
    }
    return -1;
}

static void give(int block) {
    used &= ~1 << block;
}

int main(void) {
    int a = take();
    int b = take();
    int c = take();
    int which = __VERIFIER_nondet_int();
    if (which < 0 || which > 2)
        return 0;
    give(which == 0 ? a : which == 1 ? b : c);
    int d = take();
    assert(d == which);
    int e = take();
    assert(e == 3);
    return 0;
}
