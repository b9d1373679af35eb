// expect: safe
// what: A loop without inputs unwinds by itself as far as it goes.
#include <assert.h>

int main(void) {
    unsigned int x = 1;
    for (int i = 0; i < 50; i++)
        x = x * 3 + 1;
    assert(x == 3102528941u);
    return 0;
}
