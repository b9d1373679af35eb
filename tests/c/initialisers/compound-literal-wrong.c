// expect: violated
// property: assertion
// line: 14
// what: A compound literal is made anew each time it is evaluated.
#include <assert.h>

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int *counter = (int[]){0};
        ++*counter;
        total = *counter;
    }
    assert(total == 3);
    return 0;
}
