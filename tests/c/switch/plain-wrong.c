// expect: violated
// property: assertion
// line: 21
// what: A missing break falls into the next case.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int code = __VERIFIER_nondet_int();
    int price = 0;
    switch (code) {
    case 1:
        price = 10;
        break;
    case 2:
        price = 20;
    case 3:
        price = 30;
        break;
    }
    assert(code != 2 || price == 20);
    return 0;
}
