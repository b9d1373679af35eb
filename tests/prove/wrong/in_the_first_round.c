// expect: violated
// property: assertion
// line: 10
// what: A condition that every round brings about does not hold in the first one.
#include <assert.h>
extern int nondet_int(void);
int main(void) {
    int n = nondet_int(), last = n, now = 0;
    while (nondet_int()) {
        assert(last <= now);
        last = now;
        if (now < 10) now++;
    }
}
