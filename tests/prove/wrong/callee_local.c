// expect: violated
// property: use-after-scope
// line: 13
// what: A pointer to a local of a function that has returned.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static int *keep;
static void set(void) { int local = 1; keep = &local; }
int main(void) {
    int x = 0;
    keep = &x;
    while (nondet_int()) { *keep = 2; set(); }
}
