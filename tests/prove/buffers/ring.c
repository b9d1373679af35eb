// expect: safe
// what: A ring buffer: what goes in and what comes out.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int buffer[8], head = 0, count = 0, last = 0;
    while (1) {
        if (nondet_int()) { if (count < 8) { buffer[(head + count) % 8] = nondet_int(); count++; } }
        else if (count > 0) { last = buffer[head]; head = (head + 1) % 8; count--; }
        assert(count >= 0 && count <= 8);
    }
    return last;
}
