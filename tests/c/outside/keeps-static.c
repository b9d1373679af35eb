// expect: safe
// native: skip (gcc lacks what this program calls)
// what: A static variable whose address never leaves is changed by nobody else.
#include <assert.h>

static int counter;
void tick(void);
int main(void) {
    counter = 3;
    tick();
    assert(counter == 3);
    return 0;
}
