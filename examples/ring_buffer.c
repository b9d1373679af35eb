/* A ring buffer for bytes: what is put in first comes out first.
 * main tries it with any sequence of a few puts and gets. */
#include <assert.h>

#define CAPACITY 4

_Bool nondet_bool(void);
unsigned char nondet_uchar(void);

struct ring {
    unsigned char slots[CAPACITY];
    int head;  /* where the next byte is written */
    int tail;  /* where the oldest byte is read */
    int count; /* how many bytes are inside */
};

static int next(int position) {
    position++;
    if (position > CAPACITY)
        position = 0;
    return position;
}

static int put(struct ring *r, unsigned char byte) {
    if (r->count == CAPACITY)
        return 0;
    r->slots[r->head] = byte;
    r->head = next(r->head);
    r->count++;
    return 1;
}

static int get(struct ring *r, unsigned char *byte) {
    if (r->count == 0)
        return 0;
    *byte = r->slots[r->tail];
    r->tail = next(r->tail);
    r->count--;
    return 1;
}

int main(void) {
    struct ring ring = {.head = 0, .tail = 0, .count = 0};
    unsigned char sent = 0, received = 0;
    for (int step = 0; step < 10; step++) {
        unsigned char byte;
        if (nondet_bool()) {
            if (put(&ring, sent))
                sent++;
        } else if (get(&ring, &byte)) {
            assert(byte == received);
            received++;
        }
    }
    return 0;
}
