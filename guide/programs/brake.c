#include <assert.h>

extern int nondet_int(void);

int main(void) {
    int speed = nondet_int();
    __CPROVER_assume(speed >= 0 && speed <= 90);
    int pressure = speed / 2;
    if (speed > 100) {
        pressure = 99;
        assert(pressure > speed);
    }
    assert(!(pressure > 60) || speed > 110);
    assert(pressure <= 45);
    return 0;
}
