// expect: safe
// options: -D MODE=2
// what: -D chooses the branch.
#include <assert.h>

int main(void) {
#if MODE == 2
    int x = 20;
#else
    int x = 10;
#endif
    assert(x == 20);
    return 0;
}
