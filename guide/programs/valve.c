/* Opens a valve step by step until the pressure is right. */
#include <assert.h>

int read_pressure(void); /* from the hardware, in kPa */

int open_until(int wanted) {
    int steps = 0;
    while (read_pressure() < wanted && steps < 20)
        steps++;
    return steps;
}

int main(void) {
    int steps = open_until(300);
    assert(steps < 20);
    return 0;
}
