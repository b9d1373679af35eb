// expect: violated
// property: out-of-object
// line: 15
// what: The stack grows when it is too late.
#include <stdlib.h>

static int *items;
static int used, room;

static void push(int x) {
    if (used > room) {
        room = room * 2;
        items = realloc(items, room * sizeof *items);
    }
    items[used++] = x;
}

int main(void) {
    room = 2;
    items = malloc(room * sizeof *items);
    for (int i = 0; i < 5; i++)
        push(i);
    free(items);
    return 0;
}
