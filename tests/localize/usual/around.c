// what: Where the next place is compared it does not begin anew at the end, though it does where it is taken.
// fault: 14
// fix: return (r->last + 1) % ROOM == r->first;
#include <assert.h>
int nondet_int(void);
#define ROOM 4
struct ring {
    int item[ROOM];
    int first, last;
};

static int is_full(const struct ring *r)
{
    return r->last + 1 == r->first;
}

static int put(struct ring *r, int item)
{
    if (is_full(r))
        return 0;
    r->item[r->last] = item;
    r->last = (r->last + 1) % ROOM;
    return 1;
}

static int get(struct ring *r)
{
    int item = r->item[r->first];
    r->first = (r->first + 1) % ROOM;
    return item;
}

int main(void)
{
    struct ring r = {{0}, 0, 0};
    int first = nondet_int(), n = 0;

    n += put(&r, first);
    for (int i = 0; i < ROOM; i++)
        n += put(&r, i);
    assert(n == ROOM - 1);
    assert(get(&r) == first);
    return 0;
}
