// expect: safe
// what: Members by name, in any order, nested.
#include <assert.h>

struct point { int x, y; };
struct box { struct point from, to; const char *name; int tags[3]; };

int main(void) {
    struct box b = {.name = "box", .to = {.y = 4, .x = 3}, .from.y = 2, .tags = {[1] = 9}};
    assert(b.from.x == 0 && b.from.y == 2);
    assert(b.to.x == 3 && b.to.y == 4);
    assert(b.name[1] == 'o');
    assert(b.tags[0] == 0 && b.tags[1] == 9);
    return 0;
}
