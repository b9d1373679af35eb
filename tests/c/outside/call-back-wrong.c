// expect: violated
// property: assertion
// line: 19
// native: skip (a function has no body)
// what: A function without body may call the one that it was given.
#include <assert.h>

static int hits;

static void on_event(void) {
    hits++;
}

void subscribe(void (*handler)(void));
void poll_events(void);

int main(void) {
    subscribe(on_event);
    poll_events(); assert(hits == 0);
    return 0;
}
