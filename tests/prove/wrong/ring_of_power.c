// expect: violated
// property: bounds
// line: 12
// what: The mask is wrong.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
unsigned char data[15];
int main(void) {
    unsigned in = 0, out = 0;
    while (1) {
        if (nondet_int()) { if (in - out < 16) data[in++ & 15] = 1; }
        else if (in != out) { out++; }
    }
}
