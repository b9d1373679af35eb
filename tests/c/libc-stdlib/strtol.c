// expect: safe
// what: strtol says where the number ends and in which base it is.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char *end;
    const char *s = " 12ab";
    assert(strtol(s, &end, 10) == 12 && end == s + 3);
    assert(strtol(s, &end, 16) == 0x12ab && *end == '\0');
    assert(strtol("0x1f", NULL, 0) == 31 && strtol("017", NULL, 0) == 15 && strtol("-101", NULL, 2) == -5);
    assert(strtol("zz", NULL, 36) == 35 * 36 + 35);
    s = "none";
    assert(strtol(s, &end, 10) == 0 && end == s);
    errno = 0;
    assert(strtol("9223372036854775807", NULL, 10) == LONG_MAX && errno == 0);
    assert(strtol("9223372036854775808", NULL, 10) == LONG_MAX && errno == ERANGE);
    assert(strtol("-99999999999999999999", NULL, 10) == LONG_MIN);
    assert(strtoul("-1", NULL, 10) == ULONG_MAX);
    return 0;
}
