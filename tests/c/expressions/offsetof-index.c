// expect: safe
// what: offsetof with an index that is no constant.
#include <assert.h>
#include <stddef.h>
unsigned nondet_uint(void);
struct s { size_t len; struct { short a, b; } pairs[4]; };
int main(void) {
    unsigned n = nondet_uint() % 4;
    size_t at = offsetof(struct s, pairs[n].b);
    assert(at == 8 + 4 * n + 2);
    return 0;
}
