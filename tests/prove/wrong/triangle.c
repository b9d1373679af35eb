// expect: violated
// property: assertion
// line: 13
// what: The inner loop goes one too far.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = nondet_int();
    if (n > 1000) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i + 1; j++)
            assert(j < n);
}
