// expect: safe
// options: --enforce drop
// native: skip (gcc cannot read contracts)
// what: A function frees what its contract lets it free, and what it has allocated.
#include <stdlib.h>

void drop(char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_frees(p)
{
    char *own = malloc(3);
    if (own)
        own[0] = 1;
    free(own);
    free(p);
}
