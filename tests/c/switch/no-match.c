// expect: safe
// what: Without a default, a value that fits no case skips the whole body.
#include <assert.h>

int main(void) {
    int touched = 0;
    switch (42) {
        touched = 1;
    case 1:
        touched = 2;
        break;
    case 2:
        touched = 3;
    }
    assert(touched == 0);
    return 0;
}
