// expect: violated
// property: out-of-object
// line: 19
// what: The text grows without room for the zero byte.
#include <stdlib.h>
#include <string.h>

struct text {
    char *start;
    size_t used, room;
};

static void add(struct text *t, const char *piece) {
    size_t n = strlen(piece);
    if (t->used + n > t->room) {
        t->room = t->used + n;
        t->start = realloc(t->start, t->room);
    }
    memcpy(t->start + t->used, piece, n + 1);
    t->used += n;
}

int main(void) {
    struct text t = {0};
    add(&t, "hello");
    free(t.start);
    return 0;
}
