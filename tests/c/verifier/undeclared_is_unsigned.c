// expect: safe
// native: skip (a compiler takes what nobody declares for an int)
// what: Nobody declares the function; its name says that what it returns is not negative.
#include <assert.h>

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 1024 + 1;
    char data[n];
    data[n - 1] = 1;
    assert(n <= 1024);
    return data[n - 1];
}
