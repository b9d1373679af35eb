// expect: safe
// options: --stub limit=first
// what: A function of whose definitions the first counts may have only one.
#include <assert.h>

int limit(void) { return 3; }

int main(void) {
    assert(limit() == 3);
    return 0;
}
