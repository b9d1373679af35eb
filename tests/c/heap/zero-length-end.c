// expect: safe
// what: An array of length 0 at the end of a struct is as long as its block has room.
#include <assert.h>
#include <stdlib.h>

struct text { int n; char data[0]; };
struct rows { struct text *name; struct { int a, b; } row[0]; };

int main(void) {
    struct text *t = malloc(sizeof *t + 4);
    struct rows *r = malloc(sizeof *r + 2 * sizeof r->row[0]);
    if (t && r) {
        t->n = 4;
        t->data[3] = 7;
        char *last = t->data + 3;
        r->row[1].b = 9;
        assert(*last == 7 && t->n == 4 && r->row[1].b == 9);
        assert(sizeof(struct text) == 4);
    }
    free(t);
    free(r);
    return 0;
}
