// expect: safe
// what: The limits of long double are exact.
#include <assert.h>
#include <float.h>
#include <math.h>

int main(void) {
    long double largest = LDBL_MAX, smallest = LDBL_MIN, tiny = LDBL_TRUE_MIN;
    assert(largest < INFINITY && largest + largest == INFINITY && -largest == -LDBL_MAX);
    assert(smallest > 0 && smallest / 2 > 0 && tiny > 0 && tiny / 2 == 0);
    assert(1.0L + LDBL_EPSILON > 1.0L && 1.0L + LDBL_EPSILON / 2 == 1.0L);
    return 0;
}
