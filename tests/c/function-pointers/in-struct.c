// expect: safe
// what: Methods: function pointers in a struct, with the object as an argument.
#include <assert.h>

struct counter {
    int value;
    void (*step)(struct counter *);
};

static void up(struct counter *c) { c->value++; }
static void down(struct counter *c) { c->value--; }

int main(void) {
    struct counter a = {5, up}, b = {5, down};
    a.step(&a);
    b.step(&b);
    assert(a.value == 6 && b.value == 4);
    b.step = a.step;
    b.step(&b);
    assert(b.value == 5);
    return 0;
}
