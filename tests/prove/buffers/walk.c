// expect: safe
// what: A pointer walks over a buffer and starts again.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    char buffer[100];
    char *p = buffer;
    while (nondet_int()) {
        if (p < buffer + 100) *p++ = 'x';
        else p = buffer;
    }
}
