// expect: violated
// property: assertion
// line: 9
// native: skip (the variable is not defined)
// what: What is volatile and comes from outside may differ each time it is read.
#include <assert.h>
extern volatile int port;
int main(void) {
    assert(port == port);
    return 0;
}
