// What happens after the place of the failure is none of the differences: the failing run does not come there.
#include <assert.h>
extern unsigned nondet_uint(void);
static const int levels[4] = {10, 20, 40, 80};

static int level(unsigned stage) {
    unsigned at = stage / 2 + 1;
    return levels[at];
}

int main(void) {
    unsigned stage = nondet_uint();
    if (stage > 7)
        return 0;
    int first = level(stage);
    int second = level(stage);
    assert(first == second);
    return 0;
}
