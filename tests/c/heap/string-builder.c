// expect: safe
// options: --check leak
// what: A text that grows as pieces are added.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *start;
    size_t used, room;
};

static void add(struct text *t, const char *piece) {
    size_t n = strlen(piece);
    if (t->used + n + 1 > t->room) {
        t->room = (t->used + n + 1) * 2;
        t->start = realloc(t->start, t->room);
    }
    memcpy(t->start + t->used, piece, n + 1);
    t->used += n;
}

int main(void) {
    struct text t = {0};
    add(&t, "hello");
    add(&t, ", ");
    add(&t, "world, how are you");
    assert(t.used == 25 && strcmp(t.start, "hello, world, how are you") == 0);
    free(t.start);
    return 0;
}
