// expect: violated
// property: assertion
// line: 9
// what: The largest long double is beyond every double, but not infinite.
#include <assert.h>
#include <float.h>

int main(void) {
    assert(LDBL_MAX <= (long double)DBL_MAX);
    return 0;
}
