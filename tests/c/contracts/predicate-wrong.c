// expect: violated
// property: out-of-object
// line: 17
// options: --enforce second
// native: skip (gcc cannot read contracts)
// what: The buffer may have one character.
#include <stdbool.h>
#include <stddef.h>

bool is_buffer(const char *buf, size_t max) {
    return (0 < max && max < 100) && __CPROVER_is_fresh(buf, max);
}

char second(const char *buf, size_t max)
__CPROVER_requires(is_buffer(buf, max))
{
    return buf[1];
}
