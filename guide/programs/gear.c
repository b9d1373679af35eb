/* A landing gear: it may be raised in the air only, when the lever asks for it. */
#include <assert.h>

int nondet_int(void);

int main(void) {
    int height = nondet_int(), speed = nondet_int(), lever = nondet_int();
    int airborne = height > 10 || speed > 150;
    int raise = lever && airborne;
    if (raise)
        assert(height > 10);
    return 0;
}
