// expect: safe
// native: skip (gcc lacks what this program calls)
// what: Pure and const functions change nothing.
#include <assert.h>

int counter = 1;
int look(int *at) __attribute__((pure));
int square(int x) __attribute__((const));
int main(void) {
    int value = 2;
    look(&value);
    square(3);
    assert(counter == 1 && value == 2);
    return 0;
}
