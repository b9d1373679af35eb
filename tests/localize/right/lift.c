/* A lift with its door: it never moves while the door is open, and comes to where it is called. */
#include <assert.h>

#define TOP 3

int nondet_int(void);

enum door { OPEN, CLOSED };

struct lift {
    int floor;
    int target;
    enum door door;
    int moved;
};

static void call(struct lift *l, int floor) {
    if (floor < 0 || floor > TOP)
        return;
    l->target = floor;
}

static void tick(struct lift *l) {
    l->moved = 0;
    if (l->floor == l->target) {
        l->door = OPEN;
        return;
    }
    if (l->door == OPEN) {
        l->door = CLOSED;
        return;
    }
    if (l->floor < l->target)
        l->floor++;
    else
        l->floor--;
    l->moved = 1;
}

int main(void) {
    struct lift l = {0, 0, OPEN, 0};
    int wanted = nondet_int();
    call(&l, wanted);
    for (int t = 0; t < TOP + 2; t++) {
        int before = l.floor;
        enum door door = l.door;
        tick(&l);
        assert(l.floor >= 0 && l.floor <= TOP);
        assert(l.moved == (before != l.floor));
        if (l.moved)
            assert(door == CLOSED && l.door == CLOSED);
    }
    if (wanted >= 0 && wanted <= TOP)
        assert(l.floor == wanted && l.door == OPEN);
    else
        assert(l.floor == 0);
    return 0;
}
