// expect: violated
// property: assertion
// line: 10
// what: A sum of vectors is as wrong as that of its elements.
#include <assert.h>
typedef unsigned v4 __attribute__((vector_size(16)));
unsigned nondet_uint(void);
int main(void) {
    v4 x = {1, 2, nondet_uint() % 8, 4}, y = x * 2u;
    assert(y[2] != 6);
    return 0;
}
