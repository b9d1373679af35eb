// expect: violated
// property: assertion
// line: 13
// what: The ring buffer counts one too many.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int buffer[4], head = 0, count = 0;
    while (1) {
        if (nondet_int()) { if (count <= 4) { buffer[(head + count) % 4] = nondet_int(); count++; } }
        else if (count > 0) { head = (head + 1) % 4; count--; }
        assert(count >= 0 && count <= 4);
    }
}
