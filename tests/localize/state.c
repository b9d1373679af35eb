/* A lamp that is dimmed further than it can be: its level is not put back to zero. A mode is no level, even if both are numbers. */
#include <assert.h>

enum mode { OFF, ON };
struct lamp { enum mode mode; int level; };

extern unsigned char nondet_uchar(void);

static void dim(struct lamp *l, int by) {
    l->level -= by;
    if (l->level < 0)
        l->mode = OFF;
}

int main(void) {
    struct lamp lamp = {ON, 10};
    int by = nondet_uchar();
    dim(&lamp, by);
    assert(lamp.level >= 0);
    assert(by > 10 || lamp.level == 10 - by);
    return 0;
}
