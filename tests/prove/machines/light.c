// expect: safe
// what: A traffic light is never green both ways.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
enum light { RED, GREEN };
int main(void) {
    enum light north = GREEN, east = RED;
    while (1) {
        if (nondet_int()) {
            if (north == GREEN) { north = RED; east = GREEN; }
            else { east = RED; north = GREEN; }
        }
        assert(!(north == GREEN && east == GREEN));
    }
}
