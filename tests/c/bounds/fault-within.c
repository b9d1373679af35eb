// expect: violated
// property: assertion
// line: 16
// options: --unwind 6
// what: A fault within the bound is found although the loop goes on.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int held = 0;
    for (;;) {
        if (__VERIFIER_nondet_bool())
            held++;
        else if (held > 0)
            held--;
        assert(held < 3);
    }
}
