// expect: violated
// property: out-of-object
// line: 29
// what: The smaller object is taken for the larger one.
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

struct shape {
    int kind;
};
struct rectangle {
    struct shape base;
    int width, height;
};
struct square {
    struct shape base;
    int side;
};

int main(void) {
    struct shape *s;
    if (__VERIFIER_nondet_bool()) {
        s = malloc(sizeof(struct rectangle));
        *(struct rectangle *)s = (struct rectangle){{1}, 3, 4};
    } else {
        s = malloc(sizeof(struct square));
        *(struct square *)s = (struct square){{2}, 5};
    }
    int height = ((struct rectangle *)s)->height;
    free(s);
    return height;
}
