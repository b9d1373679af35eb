/* A lift: it must not move while its doors are open. */
#include <assert.h>

int nondet_int(void);
_Bool nondet_bool(void);

int main(void) {
    int floor = nondet_int(), wanted = nondet_int();
    _Bool obstructed = nondet_bool();
    int closed = 1;
    if (obstructed)
        closed = 0;
    int moving = wanted != floor;
    assert(!moving || closed);
    return 0;
}
