// expect: safe
// what: A request of more than a gibibyte gives NULL.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(malloc((1ul << 30) + 1) == NULL);
    char *p = malloc(-1);
    assert(p == NULL);
    return 0;
}
