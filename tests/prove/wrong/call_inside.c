// expect: violated
// property: assertion
// line: 7
// what: Within a call some depths down.
#include <assert.h>
unsigned nondet_uint(void);
static void walk(unsigned n) { assert(n != 40); if (n < 60) walk(n + 1); }
int main(void) {
    walk(nondet_uint() % 30);
    return 0;
}
