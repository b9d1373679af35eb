// expect: safe
// options: --check leak
// what: A stack that doubles its memory with realloc.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int *items;
static int used, room;

static void push(int x) {
    if (used == room) {
        room = room == 0 ? 1 : room * 2;
        items = realloc(items, room * sizeof *items);
    }
    items[used++] = x;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    for (int i = 0; i < 5; i++)
        push(x ^ i);
    assert(room == 8);
    for (int i = 4; i >= 0; i--)
        assert(items[--used] == (x ^ i));
    free(items);
    return 0;
}
