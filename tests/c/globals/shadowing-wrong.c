// expect: violated
// property: assertion
// line: 16
// what: The inner variable is set, the outer one is tested.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int error = 0;

int main(void) {
    int request = __VERIFIER_nondet_int();
    if (request < 0) {
        int error = 1;
        (void)error;
    }
    assert(request >= 0 || error == 1);
    return 0;
}
