// expect: safe
// what: Assigning a struct copies every member.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct point { int x, y; };

int main(void) {
    struct point a = {__VERIFIER_nondet_int(), 2};
    struct point b = a;
    a.x = 0;
    a.y = 0;
    assert(b.y == 2);
    struct point c;
    c = b;
    b.y++;
    assert(c.y == 2 && c.x == b.x);
    return 0;
}
