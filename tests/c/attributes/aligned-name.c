// expect: safe
// what: A name for a type may ask for more than the type does, of variables, of arrays and of locals.
#include <assert.h>
#include <stdint.h>
typedef struct { char bytes[8]; } plain;
typedef plain wide __attribute__((aligned(32)));
static wide one;
int main(void) {
    wide two;
    two.bytes[0] = 1;
    assert((uintptr_t)&one % 32 == 0);
    assert((uintptr_t)&two % 32 == 0);
    return two.bytes[0] - 1;
}
