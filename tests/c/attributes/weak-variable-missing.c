// expect: unknown
// what: The address of a weak variable that no file defines may be null.
#include <assert.h>

extern int limit __attribute__((weak));

int main(void) {
    assert(&limit == 0);
    return 0;
}
