// expect: violated
// property: assertion
// line: 13
// what: `log` that writes messages is no logarithm
#include <assert.h>

static int n_messages;

void log(const char *message) { n_messages += message[0] != 0; }

int main(void) {
    log("started");
    assert(n_messages == 0);
    return 0;
}
