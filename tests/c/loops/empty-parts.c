// expect: safe
// what: Every part of a for may be missing.
#include <assert.h>

int main(void) {
    int i = 0, n = 0;
    for (;;) {
        if (i == 3)
            break;
        i++;
    }
    for (; i < 5;)
        i++;
    for (i = 10; i < 12; i++)
        ;
    for (; n < 2; n++)
        i++;
    assert(i == 14);
    return 0;
}
