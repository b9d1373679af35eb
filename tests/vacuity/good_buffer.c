// what: A small queue, filled and emptied as its caller likes.
#include <assert.h>
#include <stdbool.h>
extern bool nondet_bool(void);

#define SIZE 3
static int items[SIZE];
static unsigned head, count;

static bool put(int item) {
    if (count == SIZE)
        return false;
    items[(head + count) % SIZE] = item;
    count++;
    return true;
}

static bool get(int *item) {
    if (count == 0)
        return false;
    *item = items[head];
    head = (head + 1) % SIZE;
    count--;
    return true;
}

int main(void) {
    int next_in = 0, next_out = 0;
    for (int step = 0; step < 6; step++) {
        int item;
        if (nondet_bool()) {
            if (put(next_in))
                next_in++;
            else
                assert(count == SIZE);
        } else if (get(&item)) {
            assert(item == next_out);
            next_out++;
        }
    }
    assert(next_in - next_out == (int)count);
    return 0;
}
