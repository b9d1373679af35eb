// expect: unknown
// what: A function of the library that no model computes exactly is not guessed at.
#include <assert.h>
#include <math.h>

int main(void) {
    assert(sin(0.5) < 0.5);
    return 0;
}
