// expect: safe
// what: Pointers to members and elements of the same struct.
#include <assert.h>

struct s { int a; int b[3]; struct { short c; } d; };

int main(void) {
    struct s s = {1, {2, 3, 4}, {5}};
    int *pa = &s.a, *pb = &s.b[1];
    short *pc = &s.d.c;
    *pa = 10;
    pb[1] = 40;
    *pc = 50;
    assert(s.a == 10 && s.b[2] == 40 && s.d.c == 50);
    struct s *ps = &s;
    assert(&ps->b[1] == pb && &ps->d.c == pc);
    return 0;
}
