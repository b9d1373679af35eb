// expect: violated
// property: use-after-free
// line: 22
// what: A struct keeps a pointer that another function has freed.
#include <stdlib.h>

struct session {
    int *buffer;
    int open;
};

static void close_session(struct session *s) {
    free(s->buffer);
    s->open = 0;
}

int main(void) {
    struct session s = {malloc(4 * sizeof(int)), 1};
    s.buffer[2] = 9;
    close_session(&s);
    if (!s.open)
        return s.buffer[2];
    return 0;
}
