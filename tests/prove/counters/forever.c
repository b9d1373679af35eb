// expect: safe
// what: A loop without end keeps its counter within bounds.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int i = 0;
    while (1) {
        i++;
        if (i >= 100) i = 0;
        assert(i >= 0 && i < 100);
    }
}
