// expect: safe
// native: skip (a function has no body)
// what: What no function writes that was handed out stays as it is.
#include <assert.h>

static int hits, limit = 3;

static void on_event(void) {
    hits++;
}

static void set_limit(int n) {
    limit = n;
}

void subscribe(void (*handler)(void));
void poll_events(void);

int main(void) {
    subscribe(on_event);
    set_limit(4);
    poll_events();
    assert(limit == 4);
    return 0;
}
