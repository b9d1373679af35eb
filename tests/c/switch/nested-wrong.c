// expect: violated
// property: assertion
// line: 20
// what: break inside a switch does not leave the loop.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int read = 0;
    int stopped = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        switch (c) {
        case 'q':
            stopped = 1;
            break;
        default:
            read++;
        }
        assert(!stopped || i == 0 || c == 'q');
    }
    return 0;
}
