// expect: safe
// options: --function step
// what: Globals have their initial values when the chosen function starts.
#include <assert.h>

static int counter = 10;

int step(_Bool up) {
    counter += up ? 1 : -1;
    assert(counter == 9 || counter == 11);
    return counter;
}
