// expect: violated
// property: assertion
// line: 9
// what: A sum that wraps around is no longer larger.
#include <assert.h>

int main(void) {
    unsigned char x = 250;
    assert(__atomic_add_fetch(&x, 10, __ATOMIC_SEQ_CST) > 10);
    return 0;
}
