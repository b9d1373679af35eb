// expect: safe
// what: Through void * and back to the same type.
#include <assert.h>

static void increment(void *data) {
    int *n = data;
    ++*n;
}

int main(void) {
    int n = 4;
    void *p = &n;
    increment(p);
    increment(&n);
    assert(n == 6);
    assert(*(int *)p == 6);
    return 0;
}
