/* A session owns a buffer; closing it twice is allowed. */
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct session { char *buffer; int is_open; };
static void open_session(struct session *s) {
    if (s->is_open) return;
    s->buffer = malloc(8);
    if (!s->buffer) exit(0);
    s->is_open = 1;
}
static void close_session(struct session *s) {
    free(s->buffer);
    s->buffer = 0;
    s->is_open = 0;
}
int main(void) {
    struct session s = {0, 0};
    for (int i = 0; i < 4; i++) {
        if (nondet_int())
            open_session(&s);
        else
            close_session(&s);
        assert(!s.is_open || s.buffer);
    }
    close_session(&s);
    return 0;
}
