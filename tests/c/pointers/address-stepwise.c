// expect: violated
// property: assertion
// line: 13
// native: skip (the compiler chooses)
// what: Who steps to an aligned address may have to step.
#include <assert.h>
#include <stdint.h>
char t[16] __attribute__((aligned(1)));
int main(void) {
    int steps = 0;
    for (const char *p = t; (uintptr_t)p & 7; p++)
        steps++;
    assert(steps == 0);
    return 0;
}
