// expect: safe
// what: A function called before anything is said about it.
#include <assert.h>

int main() {
    int r = twice(21);
    assert(r == 42);
    return 0;
}

int twice(int x) { return x + x; }
