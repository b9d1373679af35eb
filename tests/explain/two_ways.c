#include <assert.h>
int main(void) {
    int input1, input2;
    int x = 1, y = 1, z = 1;
    if (input1 > 0) {
        x += 5;
        y += 6;
        z += 4;
    }
    if (input2 > 0) {
        x += 6;
        y += 5;
        z += 4;
    }
    assert(x < 10 || y < 10);
    return 0;
}
