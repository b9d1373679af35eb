// expect: violated
// property: assertion
// line: 12
// what: An enumerator after an explicit one continues from there, not from its position.
#include <assert.h>

enum colour { RED, GREEN = 5, BLUE };

int main(void) {
    enum colour c = BLUE;
    int position = c;
    assert(position == 2);
    return 0;
}
