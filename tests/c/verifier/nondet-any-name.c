// expect: violated
// property: assertion
// line: 10
// what: nondet_ with a name of one's own, typed by its declaration.
#include <assert.h>
unsigned short nondet_port(void);

int main(void) {
    unsigned short port = nondet_port();
    assert(port != 8080);
    return 0;
}
