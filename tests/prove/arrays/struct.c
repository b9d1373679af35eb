// expect: safe
// what: A field counts, another says how far it may.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
struct pool { int used; int size; int slots[6]; };
int main(void) {
    struct pool p = {0, 6, {0}};
    while (nondet_int()) {
        if (p.used < p.size) p.slots[p.used++] = 1;
        else p.used = 0;
    }
    assert(p.used <= 6);
}
