// expect: safe
// what: A flexible array is as long as its initialiser.
#include <assert.h>
struct s { int n; char d[]; };
struct t { int n; struct { short a, b; } d[]; };
struct s x = { 2, { 'a', 'b' } };
static struct s y = { 3, "xyz" };
struct t z = { 2, { { 1, 2 }, { 3, 4 } } };
int main(void) {
    assert(x.d[1] == 'b');
    assert(y.d[2] == 'z' && y.d[3] == 0);
    struct t *p = &z;
    assert(p->d[1].b == 4 && sizeof z == sizeof(int));
    return 0;
}
