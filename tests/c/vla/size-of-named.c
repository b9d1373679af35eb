// expect: safe
// what: Sizes of arrays of types with names and tags.
#include <assert.h>
typedef struct pair { int a, b; } pair;

int main(void) {
    int n = 3;
    assert(sizeof(pair[n]) == 24 && sizeof(const struct pair[n]) == 24);
    assert(sizeof(pair *[n]) == 24 && sizeof(long double[n]) == 48);
    return 0;
}
