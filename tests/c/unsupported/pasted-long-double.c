// expect: unknown
// what: Digits that a macro pastes together stand in no file.
#include <assert.h>
#define WIDE(x) x##L

int main(void) {
    long double tenth = WIDE(0.1);
    assert(tenth == 1.0L / 10);
    return 0;
}
