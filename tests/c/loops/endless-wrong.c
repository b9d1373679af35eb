// expect: violated
// property: assertion
// line: 10
// what: What such a loop does in its first rounds counts.
#include <assert.h>
int nondet_int(void);
int main(void) {
    while (1) {
        int x = nondet_int();
        assert(x != 5);
    }
}
