// expect: safe
// what: Sizes with padding.
#include <assert.h>

struct mixed { char c; int i; char d; };
struct packed { char c; char d; int i; };
struct wide { char c; long l; };
struct nested { struct mixed m[2]; short s; };

int main(void) {
    assert(sizeof(struct mixed) == 12);
    assert(sizeof(struct packed) == 8);
    assert(sizeof(struct wide) == 16);
    assert(sizeof(struct nested) == 28);
    assert(sizeof(((struct nested *)0)->m) == 24);
    return 0;
}
