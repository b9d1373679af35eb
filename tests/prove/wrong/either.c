// expect: violated
// property: out-of-object
// line: 12
// what: The other buffer is shorter.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int left[10], right[9];
int main(void) {
    int *p = left, i = 0;
    while (nondet_int()) {
        p[i] = 1;
        if (++i == 10) { i = 0; p = p == left ? right : left; }
    }
}
