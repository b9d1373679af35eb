// expect: safe
// options: --stub tick=nothing
// what: A stub says what it does not change.
#include <assert.h>

int counter;
void tick(void);
int main(void) {
    tick();
    assert(counter == 0);
    return 0;
}
