// expect: violated
// property: assertion
// line: 15
// what: A state is missing.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int state = 0;
    while (1) {
        switch (state) {
        case 0: if (nondet_int()) state = 1; break;
        case 1: state = nondet_int() ? 2 : 0; break;
        case 2: state = 3; break;
        default: assert(0);
        }
    }
}
