// expect: safe
// what: No destructor runs at _Exit, and destructors run in the opposite order.
#include <assert.h>
#include <stdlib.h>

static int n;

__attribute__((destructor)) static void one(void) {
    assert(n == 2);
}

__attribute__((destructor)) static void two(void) {
    n++;
}

int main(int argc, char **argv) {
    if (argc > 1)
        _Exit(0);
    n = 1;
    return 0;
}
