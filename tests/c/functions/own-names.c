// expect: safe
// what: Names of the library that the program uses for its own things.
#include <assert.h>

int index = 3;
static int log(int x) { return x + 1; }
int remove(int x) { return x - 1; }

int main(void) {
    assert(log(index) == 4 && remove(index) == 2);
    return 0;
}
