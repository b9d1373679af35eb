// expect: safe
// what: A handler registered before use.
#include <assert.h>
static void (*handler)(int);
static int last;

static void on_event(int code) { last = code; }

static void fire(int code) { handler(code); }

int main(void) {
    handler = on_event;
    fire(1);
    assert(last == 1);
    return 0;
}
