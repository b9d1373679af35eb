// expect: violated
// property: assigns
// line: 12
// options: --enforce drop
// native: skip (gcc cannot read contracts)
// what: A function frees what its contract does not let it free.
#include <stdlib.h>

void drop(char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
{
    free(p);
}
