// expect: safe
// what: An index below a limit has a successor.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int n = nondet_int();
    int s = 0;
    for (int i = 0; i < n; i++) s = i;
    assert(s >= 0);
}
