// expect: safe
// what: A lift stays between its floors.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int floor = 0, up = 1;
    while (1) {
        if (nondet_int()) {
            if (up && floor < 9) floor++;
            else if (!up && floor > 0) floor--;
            else up = !up;
        }
        assert(floor >= 0 && floor <= 9);
        assert(up == 0 || up == 1);
    }
}
