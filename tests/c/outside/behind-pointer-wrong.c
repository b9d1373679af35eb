// expect: violated
// property: assertion
// line: 18
// native: skip (gcc lacks what this program calls)
// what: A function without body changes what pointers in its argument lead to.
#include <assert.h>

struct inner {
    int value;
};
struct outer {
    struct inner *inner;
};
void work(const struct outer *outer);
int main(void) {
    struct inner inner = {1};
    struct outer outer = {&inner}; work(&outer);
    assert(inner.value == 1);
    return 0;
}
