// expect: safe
// what: A number goes through a pointer and comes back.
#include <assert.h>
extern int nondet_int(void);
static void *kept;
static void keep(void *data) { kept = data; }
int main(void) {
    int n = nondet_int();
    keep((void *)(long)n);
    assert((int)(long)kept == n);
    if (nondet_int())
        kept = &n;
    else
        keep((void *)-1L);
    assert(kept == &n || (long)kept == -1);
    return 0;
}
