// expect: safe
// what: Objects with static storage start as zero.
#include <assert.h>

int number;
int list[4];
struct { char c; long l; } pair;
int *pointer;
static short hidden;

int main(void) {
    assert(number == 0 && hidden == 0);
    assert(list[0] == 0 && list[3] == 0);
    assert(pair.c == 0 && pair.l == 0);
    assert(pointer == 0);
    return 0;
}
