// what: A copy counts elements where it should count bytes.
// fault: 17
// fix: memcpy(r->kept, r->now, PEDALS * sizeof *r->kept);
#include <assert.h>
#include <string.h>
#define PEDALS 4
int nondet_int(void);

struct organ {
    int now[PEDALS];
    int kept[PEDALS];
};


static void keep(struct organ *r)
{
    memcpy(r->kept, r->now, PEDALS);
}

int main(void)
{
    struct organ r = {{0}, {0}};

    for (int i = 0; i < PEDALS; i++)
        r.now[i] = nondet_int();
    keep(&r);
    int at = nondet_int();
    if (at < 0 || at >= PEDALS)
        return 0;
    assert(r.kept[at] == r.now[at]);
    return 0;
}
