// expect: safe
// options: --stub tick=nothing
// native: skip (gcc lacks what this program calls)
// what: A stub says what it does not change.
#include <assert.h>

int counter;
void tick(void);
int main(void) {
    tick();
    assert(counter == 0);
    return 0;
}
