// expect: safe
// what: Members narrower than their type.
#include <assert.h>

struct flags { unsigned int ready : 1; unsigned int level : 3; };

int main(void) {
    struct flags f = {0, 0};
    f.level = 9;
    assert(f.level == 1);
    return 0;
}
