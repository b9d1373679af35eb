// expect: violated
// property: assertion
// line: 14
// what: Both are green for a moment.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
enum light { RED, GREEN };
int main(void) {
    enum light north = GREEN, east = RED;
    while (1) {
        if (nondet_int()) east = GREEN;
        if (nondet_int()) north = RED;
        assert(!(north == GREEN && east == GREEN));
    }
}
