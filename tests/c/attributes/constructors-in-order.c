// expect: safe
// what: Constructors run by priority, those without one last.
#include <assert.h>

static int order;

void last(void) __attribute__((constructor));

void last(void) {
    order = order * 10 + 3;
}

__attribute__((constructor(202))) static void second(void) {
    order = order * 10 + 2;
}

__attribute__((constructor(201))) static void first(void) {
    order = order * 10 + 1;
}

int main(void) {
    assert(order == 123);
    return 0;
}
