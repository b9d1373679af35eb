// expect: violated
// property: assertion
// line: 21
// what: A default in the middle runs on into the cases below it.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int error = 0;
    switch (x) {
    case 0:
        error = 0;
        break;
    default:
        error = 1;
    case 1:
        error = 2;
        break;
    }
    assert(error == 0 || error == 1 || x == 1);
    return 0;
}
