/* A queue in a ring of four places. */
#include <assert.h>

#define PLACES 4

int nondet_int(void);

struct ring {
    int item[PLACES];
    int first;
    int count;
};

static int put(struct ring *r, int value) {
    if (r->count == PLACES)
        return 0;
    int at = (r->first + r->count) % PLACES;
    r->item[at] = value;
    r->count++;
    return 1;
}

static int take(struct ring *r, int *value) {
    if (r->count == 0)
        return 0;
    *value = r->item[r->first];
    r->first = (r->first + 1) % PLACES;
    r->count--;
    return 1;
}

int main(void) {
    struct ring r = {{0}, 0, 0};
    int put_in = 0, taken_out = 0;
    for (int step = 0; step < 6; step++) {
        if (nondet_int() > 0) {
            int done = put(&r, 100 + put_in);
            assert(done == (put_in - taken_out < PLACES));
            if (done)
                put_in++;
        } else {
            int value = -1;
            int done = take(&r, &value);
            assert(done == (put_in > taken_out));
            if (done) {
                assert(value == 100 + taken_out);
                taken_out++;
            }
        }
    }
    return 0;
}
