// expect: violated
// property: assertion
// line: 11
// what: An exchange that takes place is seen.
#include <assert.h>

static int a, b, *p = &a;

int main(void) {
    __sync_bool_compare_and_swap(&p, &a, &b);
    assert(p == &a);
    return 0;
}
