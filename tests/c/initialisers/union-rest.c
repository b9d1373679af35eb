// expect: safe
// what: A union without initialiser for its members, one that lives from the start, and what stands beside one are zero.
#include <assert.h>

union both {
    char c;
    int i;
};

static union both from_start = {.c = 1};

int main(void) {
    struct {
        union both u;
        int beside[2];
    } s = {.u.c = 7, .beside = {3}};
    union both none = {}, whole = {.i = 9};
    struct {
        union {
            struct {
                short a, b;
            } p;
            long l;
        } u;
    } t = {.u.p.b = 4};
    assert(s.u.c == 7 && s.beside[0] == 3 && s.beside[1] == 0);
    assert(none.i == 0 && whole.i == 9 && from_start.i == 1 && t.u.p.a == 0 && t.u.p.b == 4);
    return 0;
}
