// expect: safe
// what: Structs and arrays inside structs.
#include <assert.h>

struct vec { int at[3]; };
struct body { struct vec pos, speed; char name[4]; };

int main(void) {
    struct body b = {{{1, 2, 3}}, {{10, 20, 30}}, "abc"};
    for (int i = 0; i < 3; i++)
        b.pos.at[i] += b.speed.at[i];
    assert(b.pos.at[0] == 11 && b.pos.at[2] == 33);
    struct body c = b;
    c.pos.at[1] = 0;
    assert(b.pos.at[1] == 22);
    assert(c.name[2] == 'c' && c.name[3] == 0);
    return 0;
}
