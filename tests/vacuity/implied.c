// vacuity: implied 12
// vacuity: implied 20
// The later assertion follows from the earlier one, whatever the values are.
#include <assert.h>
int nondet_int(void);
int main(void) {
    int speed = nondet_int();
    int limit = nondet_int();
    if (speed < 0 || speed > 90 || limit < 50 || limit > 60)
        return 0;
    assert(speed <= 90);
    assert(speed <= 120);
    /* These say something new: another variable, a stronger bound, another value. */
    assert(limit >= 50);
    assert(limit <= 60);
    speed = speed / 2;
    assert(speed <= 45);
    if (limit > 55) {
        assert(speed >= 0 && limit != 70);
        assert(speed >= -1);
    }
    return 0;
}
