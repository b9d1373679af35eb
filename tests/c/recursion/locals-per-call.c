// expect: safe
// what: Each activation has its own locals, and pointers to them are told apart.
#include <assert.h>

static int depth(int n, int *outer) {
    int mine = n;
    if (n > 0)
        depth(n - 1, &mine);
    if (outer)
        *outer += 1;
    return mine;
}

int main(void) {
    assert(depth(3, 0) == 4);
    assert(depth(0, 0) == 0);
    return 0;
}
