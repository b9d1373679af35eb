// The condition is evaluated like any other, rules included; its effects happen.
// cover: covered 9
// cover: unreachable 11
#include <assert.h>
int nondet_int(void);
static int calls;
static int counted(int n) { calls++; return n; }
int main(void) {
    whyc_cover(counted(nondet_int()) == 5);
    assert(calls == 1);
    whyc_cover(calls != 1);
    return 0;
}
