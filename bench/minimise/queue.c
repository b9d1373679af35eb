// A bounded queue in a ring. It takes one element too many when the ring has wrapped around.
#include <assert.h>

#define SIZE 4
#define MOVES 9

int nondet_int(void);

struct queue {
    int items[SIZE];
    unsigned first, last;
};

static unsigned length(const struct queue *q) {
    return q->last - q->first;
}

static int put(struct queue *q, int x) {
    if (length(q) >= SIZE && q->first == 0)
        return 0;
    q->items[q->last++ % SIZE] = x;
    return 1;
}

static int take(struct queue *q, int *x) {
    if (length(q) == 0)
        return 0;
    *x = q->items[q->first++ % SIZE];
    return 1;
}

int main(void) {
    struct queue q = {{0}, 0, 0};
    int expected[MOVES];
    unsigned n_put = 0, n_taken = 0;
    for (int i = 0; i < MOVES; i++) {
        int x = nondet_int();
        if (x >= 0) {
            if (put(&q, x))
                expected[n_put++] = x;
        } else if (take(&q, &x)) {
            assert(x == expected[n_taken]);
            n_taken++;
        }
    }
    return 0;
}
