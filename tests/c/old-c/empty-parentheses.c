// expect: safe
// what: A declaration without a prototype.
#include <assert.h>

int pick();
int (*chooser)() = pick;

int pick(int a, int b) { return a ? a : b; }

int main() {
    assert(pick(0, 8) == 8);
    assert((*chooser)(3, 8) == 3);
    return 0;
}
