// expect: safe
// what: An inner declaration hides an outer one, and only within its block.
#include <assert.h>

int x = 1;

int main(void) {
    assert(x == 1);
    int x = 2;
    {
        int x = 3;
        x++;
        assert(x == 4);
    }
    assert(x == 2);
    for (int x = 10; x < 11; x++)
        assert(x == 10);
    assert(x == 2);
    return 0;
}
