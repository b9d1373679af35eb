// expect: violated
// property: assertion
// line: 11
// native: skip (on this processor a weak exchange is a strong one)
// what: A weak exchange may fail though the values are equal.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
    atomic_int level = 3;
    int seen = 3; assert(atomic_compare_exchange_weak(&level, &seen, 4));
    return 0;
}
