// expect: violated
// property: assertion
// line: 13
// what: Success does not set errno back.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    strtol("99999999999999999999", NULL, 10);
    strtol("1", NULL, 10);
    assert(errno == 0);
    return 0;
}
