// what: A bit is put in instead of taken away; no run passes but those that are turned away at once.
// fault: 23
// fix: at->status = (at->status & ~BUSY) | DONE;
#include <assert.h>
int nondet_int(void);

#define PLACES 2
#define BUSY 0x80u
#define DONE 0x40u
#define WHAT 0x0fu

struct place {
    unsigned status;
};

static struct place places[PLACES];
static int begun, ended;
static unsigned taken;

static void finish(struct place *at)
{
    if (at->status & BUSY)
        at->status = (at->status | BUSY) | DONE;
}

static void begin(int what)
{
    places[begun].status = BUSY | (unsigned)what;
    begun++;
}

static void collect(void)
{
    while (ended < begun && !(places[ended].status & BUSY)) {
        taken += places[ended].status & WHAT;
        places[ended].status = 0;
        ended++;
    }
}

int main(void)
{
    unsigned given = 0;

    begun = ended = 0;
    taken = 0;
    for (int i = 0; i < PLACES; i++) {
        int what = nondet_int();
        if (what < 0 || what > 9)
            return 0;
        begin(what);
        given += (unsigned)what;
        if (nondet_int() > 0) {
            finish(&places[i]);
            collect();
        }
    }
    for (int i = 0; i < PLACES; i++)
        finish(&places[i]);
    collect();
    assert(ended == begun);
    assert(taken == given);
    return 0;
}
