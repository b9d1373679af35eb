// expect: safe
// what: Objects of different types behind one pointer, each with its function.
#include <assert.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

struct shape {
    int (*area)(const struct shape *);
};
struct rectangle {
    struct shape base;
    int width, height;
};
struct square {
    struct shape base;
    int side;
};

static int rectangle_area(const struct shape *s) {
    const struct rectangle *r = (const struct rectangle *)s;
    return r->width * r->height;
}

static int square_area(const struct shape *s) {
    const struct square *q = (const struct square *)s;
    return q->side * q->side;
}

static struct shape *any_shape(void) {
    if (__VERIFIER_nondet_bool()) {
        struct rectangle *r = malloc(sizeof *r);
        *r = (struct rectangle){{rectangle_area}, 3, 4};
        return &r->base;
    }
    struct square *q = malloc(sizeof *q);
    *q = (struct square){{square_area}, 5};
    return &q->base;
}

int main(void) {
    struct shape *s = any_shape();
    int area = s->area(s);
    assert(area == 12 || area == 25);
    free(s);
    return 0;
}
