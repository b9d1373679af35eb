// expect: safe
// options: --enforce first
// native: skip (gcc cannot read contracts)
// what: A function of the user's says what is fresh.
#include <stdbool.h>
#include <stddef.h>

bool is_buffer(const char *buf, size_t max) {
    return (0 < max && max < 100) && __CPROVER_is_fresh(buf, max);
}

char first(const char *buf, size_t max)
__CPROVER_requires(is_buffer(buf, max))
__CPROVER_ensures(__CPROVER_return_value == buf[0])
{
    return buf[0];
}
