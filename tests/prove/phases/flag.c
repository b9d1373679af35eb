// expect: safe
// what: A flag says that the limit was reached.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int x = 0, full = 0;
    while (nondet_int()) {
        if (!full) x++;
        if (x == 10) full = 1;
    }
    assert(x <= 10);
}
