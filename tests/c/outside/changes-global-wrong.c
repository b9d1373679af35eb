// expect: violated
// property: assertion
// line: 12
// native: skip (gcc lacks what this program calls)
// what: A function without body may change every global that it can see.
#include <assert.h>

int counter;
void tick(void);
int main(void) {
    tick();
    assert(counter == 0);
    return 0;
}
