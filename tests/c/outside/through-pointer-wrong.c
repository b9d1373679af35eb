// expect: violated
// property: assertion
// line: 13
// native: skip (gcc lacks what this program calls)
// what: A function without body does the same when it is called through a pointer.
#include <assert.h>

void change(int *value);
int main(void) {
    void (*call)(int *) = change;
    int value = 1;
    call(&value);
    assert(value == 1);
    return 0;
}
