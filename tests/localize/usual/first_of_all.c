// what: The search for the deepest of some depths, which are below zero, begins with zero.
// fault: 13
// fix: int best = probe[0].level;
#include <assert.h>
int nondet_int(void);
#define PROBES 3
struct probe {
    int level;
};

static int shallowest(const struct probe *probe)
{
    int best = 0;
    for (int i = 0; i < PROBES; i++)
        if (probe[i].level > best)
            best = probe[i].level;
    return best;
}

int main(void)
{
    struct probe probe[PROBES];
    int is_there = 0;

    for (int i = 0; i < PROBES; i++) {
        probe[i].level = nondet_int();
        if (probe[i].level < -100 || probe[i].level > 100)
            return 0;
    }
    int best = shallowest(probe);
    for (int i = 0; i < PROBES; i++) {
        assert(probe[i].level <= best);
        is_there |= probe[i].level == best;
    }
    assert(is_there);
    return 0;
}
