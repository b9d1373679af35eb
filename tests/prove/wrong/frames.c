// expect: violated
// property: bounds
// line: 15
// what: A frame of no bytes is taken for one that has not ended.
#include <assert.h>
extern unsigned nondet_uint(void);
int main(void) {
    int s = 0;
    unsigned length = 0, got = 0;
    unsigned char buffer[20];
    for (;;) {
        unsigned char c = nondet_uint() % 20;
        switch (s) {
        case 0: length = c; got = 0; s = 1; break;
        case 1: buffer[got++] = c; if (got == length) s = 0; break;
        }
    }
}
