// expect: safe
// native: skip (a function has no body)
// what: The results of a `const` function depend on its arguments alone.
#include <assert.h>

__attribute__((const)) int weight(int kind, const void *of);
int nondet_int(void);

int main(void) {
    int a = nondet_int(), b = nondet_int();
    int x = weight(a, 0);
    if (a == b)
        assert(weight(b, 0) == x);
    return 0;
}
