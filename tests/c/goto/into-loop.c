// expect: safe
// what: A jump into the middle of a loop body.
#include <assert.h>

int main(void) {
    int heads = 0, tails = 0, i = 0;
    goto middle;
    while (i < 3) {
        heads++;
    middle:
        tails++;
        i++;
    }
    assert(heads == 2);
    assert(tails == 3);
    return 0;
}
