// vacuity: unreached 10
// what: What is assumed excludes the only way to the assertion.
#include <assert.h>
extern int nondet_int(void);

int main(void) {
    int speed = nondet_int();
    __CPROVER_assume(speed >= 0 && speed <= 120);
    if (speed > 200)
        assert(speed < 0);
    return 0;
}
