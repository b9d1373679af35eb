// expect: safe
// what: What is enlarged has no smaller area.
#include <assert.h>
int nondet_int(void);

struct rectangle {
    int width, height;
};

static int area(struct rectangle r) {
    return r.width * r.height;
}

int main(void) {
    struct rectangle r = {nondet_int(), nondet_int()};
    int by = nondet_int();
    if (r.width < 0 || r.height < 0 || r.width > 1000 || r.height > 1000 || by < 1 || by > 10)
        return 0;
    struct rectangle larger = {r.width * by, r.height * by};
    assert(area(larger) >= area(r));
    return 0;
}
