// expect: safe
// what: break leaves the inner switch, continue the iteration of the loop around it.
#include <assert.h>

int main(void) {
    int inner = 0, after = 0;
    for (int i = 0; i < 4; i++) {
        switch (i) {
        case 1:
            switch (inner) {
            default:
                inner = 5;
                break;
            }
            break;
        case 2:
            continue;
        }
        after++;
    }
    assert(inner == 5);
    assert(after == 3);
    return 0;
}
