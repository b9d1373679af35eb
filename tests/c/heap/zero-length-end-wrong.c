// expect: violated
// property: out-of-object
// line: 12
// what: A write behind the room that the block has for an array of length 0.
#include <stdlib.h>

struct text { int n; char data[0]; };

int main(void) {
    struct text *t = malloc(sizeof *t + 4);
    if (!t) return 1;
    t->data[4] = 7;
    free(t);
    return 0;
}
