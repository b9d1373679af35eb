// expect: violated
// property: assertion
// line: 13
// what: Turns one too late.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int x = 0, up = 1;
    while (1) {
        if (up) { if (x == 10) up = 0; x++; }
        else { x--; if (x == 0) up = 1; }
        assert(x >= 0 && x <= 10);
    }
}
