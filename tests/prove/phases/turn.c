// expect: safe
// what: One loop that goes up until it turns.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int x = 0, up = 1;
    while (1) {
        if (up) { x++; if (x == 50) up = 0; }
        else { x--; if (x == 0) up = 1; }
        assert(x >= 0 && x <= 50);
    }
}
