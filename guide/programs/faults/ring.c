#include <assert.h>

int nondet_int(void);

struct ring {
    int item[4];
    int first;
    int count;
};

// ANCHOR: put
static int put(struct ring *r, int value) {
    if (r->count == 4)
        return 0;
    int at = (r->first + r->count) % 4;
    r->item[at] = value;
    return 1;
}
// ANCHOR_END: put

static int take(struct ring *r) {
    if (r->count == 0)
        return -1;
    int value = r->item[r->first];
    r->first = (r->first + 1) % 4;
    r->count--;
    return value;
}

int main(void) {
    struct ring r = {{0}, 0, 0};
    int n = 0;
    for (int step = 0; step < 5; step++)
        if (nondet_int() > 0 && put(&r, n + 1))
            n++;
    for (int k = 1; k <= n; k++)
        assert(take(&r) == k);
    assert(take(&r) == -1);
    return 0;
}
