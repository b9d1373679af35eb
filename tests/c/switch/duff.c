// expect: safe
// what: Case labels inside a loop: Duff's way to copy.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
    unsigned char count = __VERIFIER_nondet_uchar();
    if (count == 0 || count > 6)
        return 0;
    int i = 0;
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            to[i] = from[i], i++;
    case 3:
            to[i] = from[i], i++;
    case 2:
            to[i] = from[i], i++;
    case 1:
            to[i] = from[i], i++;
        } while (--rounds > 0);
    }
    assert(i == count);
    assert(to[0] == 1 && to[count - 1] == count);
    return 0;
}
