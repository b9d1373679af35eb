// expect: safe
// what: A loop that is left in its middle.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int i = 0;
    for (;;) {
        if (i == 5000) break;
        i++;
    }
    assert(i == 5000);
}
