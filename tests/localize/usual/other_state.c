// what: Not the one state is taken for the other, where there is a third.
// fault: 26
// fix: if (box[at].state == EMPTY)
#include <assert.h>
unsigned char nondet_uchar(void);

enum state { EMPTY, FULL, SEALED };

#define BOXES 3

static struct {
    enum state state;
    int weight;
} box[BOXES];

static void seal(int at)
{
    if (box[at].state == FULL)
        box[at].state = SEALED;
}

static int put(int weight)
{
    int at;
    for (at = 0; at < BOXES; at++)
        if (box[at].state != FULL)
            break;
    if (at == BOXES)
        return -1;
    box[at].state = FULL;
    box[at].weight = weight;
    return at;
}

int main(void)
{
    int first = nondet_uchar(), second = nondet_uchar();

    for (int i = 0; i < BOXES; i++)
        box[i].state = EMPTY;
    int a = put(first);
    int sealed = nondet_uchar() > 100;
    if (sealed)
        seal(a);
    assert((box[a].state == SEALED) == sealed);
    int b = put(second);
    assert(a == 0 && b >= 0);
    assert(box[a].weight == first);
    assert(box[b].weight == second);
    return 0;
}
