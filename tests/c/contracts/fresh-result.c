// expect: safe
// options: --enforce make
// native: skip (gcc cannot read contracts)
// what: A function returns an object that nobody has.
#include <stdlib.h>

int *make(void)
__CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)))
{
    return malloc(sizeof(int));
}
