// expect: violated
// property: assertion
// line: 13
// what: The counter is compared too late.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int i = 0;
    while (1) {
        i++;
        if (i > 10) i = 0;
        assert(i >= 0 && i < 10);
    }
}
