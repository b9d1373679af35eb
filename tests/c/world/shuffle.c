// expect: safe
// what: However it is shuffled, every number stays.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int a[4] = {0, 1, 2, 3}, seen = 0;
    for (int i = 3; i > 0; i--) {
        int j = rand() % (i + 1), t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
    for (int i = 0; i < 4; i++)
        seen |= 1 << a[i];
    assert(seen == 15);
    return 0;
}
