// expect: violated
// property: out-of-object
// line: 12
// what: The pointer walks one too far.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    char buffer[10];
    char *p = buffer;
    while (nondet_int()) {
        if (p <= buffer + 10) *p++ = 'x';
        else p = buffer;
    }
}
