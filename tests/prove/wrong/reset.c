// expect: violated
// property: assertion
// line: 14
// what: The inner counter goes one further.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int k = 0;
    while (nondet_int()) {
        k = 0;
        while (nondet_int() && k < 21) k++;
    }
    assert(k <= 20);
}
