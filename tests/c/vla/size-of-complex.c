// expect: unknown
// what: The size of a type that the text does not tell is not guessed.
#include <assert.h>

int main(void) {
    int n = 3;
    assert(sizeof(_Complex double[n]) == 48);
    return 0;
}
