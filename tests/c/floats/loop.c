// expect: safe
// what: Quarters are exact.
#include <assert.h>

int main(void) {
    float x = 2.5f;
    int steps = 0;
    while (x) {
        x -= 0.25f;
        steps++;
    }
    assert(steps == 10);
    return 0;
}
