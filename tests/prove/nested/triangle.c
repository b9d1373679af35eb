// expect: safe
// what: The inner loop ends where the outer one is.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            assert(j < n);
}
