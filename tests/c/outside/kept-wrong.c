// expect: violated
// property: assertion
// line: 12
// native: skip (gcc lacks what this program calls)
// what: A function without body may keep what it is given, and change it later.
#include <assert.h>

void attach(int *to);
void poll(void);
int main(void) {
    int value; attach(&value); value = 1; poll();
    assert(value == 1);
    return 0;
}
