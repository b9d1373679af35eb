#include <assert.h>
#include <stdio.h>

#define SLOTS 4

struct ring {
    int slots[SLOTS];
    int first;
    int count;
};

static struct ring ring;

/* Puts a number in; says whether there was room. */
static int put(int number) {
    if (ring.count > SLOTS)
        return 0;
    ring.slots[(ring.first + ring.count) % SLOTS] = number;
    ring.count++;
    return 1;
}

/* Takes the oldest out. */
static int take(void) {
    int number = ring.slots[ring.first];
    ring.first = (ring.first + 1) % SLOTS;
    ring.count--;
    return number;
}

static void show(void) {
    for (int i = 0; i < ring.count; i++)
        printf("%d ", ring.slots[(ring.first + i) % SLOTS]);
    printf("\n");
}

int main(void) {
    for (int i = 1; i <= SLOTS; i++)
        put(i * i);
    show();
    assert(take() == 1);
    put(25);
    put(36);
    assert(ring.count <= SLOTS);
    show();
    return 0;
}
