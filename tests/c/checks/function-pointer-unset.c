// expect: violated
// property: function-pointer
// line: 11
// what: A handler that was never registered.
static void (*handler)(int);
static int last;

static void on_event(int code) { last = code; }

static void fire(int code) {
    handler(code);
}

int main(void) {
    if (last)
        handler = on_event;
    fire(1);
    return last;
}
