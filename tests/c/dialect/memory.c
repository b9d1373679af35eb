// expect: safe
// options: --no-check pointer-primitive
// native: skip (gcc lacks what this program calls)
// what: What CBMC asks about memory.
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    if (!p)
        return 0;
    __CPROVER_assert(__CPROVER_r_ok(p, 10) && __CPROVER_w_ok(p + 4, 6), "inside");
    __CPROVER_assert(!__CPROVER_r_ok(p, 11) && !__CPROVER_r_ok(p - 1, 1), "outside");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(p) == 10 && __CPROVER_POINTER_OFFSET(p + 3) == 3, "numbers");
    __CPROVER_assert(__CPROVER_same_object(p, p + 5) && !__CPROVER_same_object(p, &p), "objects");
    free(p);
    __CPROVER_assert(!__CPROVER_rw_ok(p, 1), "freed");
    int *q = __CPROVER_allocate(sizeof(int), 1);
    __CPROVER_assert(*q == 0, "zero");
    return 0;
}
