// expect: violated
// property: assertion
// line: 13
// what: Deepening reaches a fault in an endless loop.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned int level = 0;
    while (1) {
        if (__VERIFIER_nondet_bool())
            level++;
        assert(level != 6);
    }
}
