// expect: safe
// cbmc: --unwind 13
// what: A ring buffer under twelve symbolic operations.
#include <assert.h>
_Bool nondet_bool(void);

#define CAPACITY 4

int main(void) {
    unsigned char slots[CAPACITY] = {0};
    unsigned int head = 0, tail = 0;
    unsigned char sent = 0, received = 0;
    for (int step = 0; step < 12; step++) {
        if (nondet_bool()) {
            if (head - tail < CAPACITY)
                slots[head++ % CAPACITY] = sent++;
        } else if (head != tail) {
            unsigned char v = slots[tail++ % CAPACITY];
            assert(v == received);
            received++;
        }
    }
    assert(head - tail <= CAPACITY);
    return 0;
}
