// expect: safe
// what: A variable declared in a loop body is new in every iteration.
#include <assert.h>

int main(void) {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        int fresh = 0;
        fresh += i;
        total += fresh;
    }
    assert(total == 6);
    return 0;
}
