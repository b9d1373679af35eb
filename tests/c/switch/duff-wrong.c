// expect: violated
// property: assertion
// line: 22
// what: Duff's way with the rounds not rounded up.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char count = __VERIFIER_nondet_uchar();
    if (count == 0 || count > 6)
        return 0;
    int copied = 0;
    int rounds = count / 2;
    switch (count % 2) {
    case 0:
        do {
            copied++;
    case 1:
            copied++;
        } while (--rounds > 0);
    }
    assert(copied == count);
    return 0;
}
