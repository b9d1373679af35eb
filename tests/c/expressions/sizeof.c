// expect: safe
// what: sizeof evaluates nothing.
#include <assert.h>

int main(void) {
    int i = 1;
    unsigned long n = sizeof(i++) + sizeof(int[3]);
    assert(i == 1);
    assert(n == 16);
    int *p = 0;
    assert(sizeof *p == 4);
    assert(sizeof(char) == 1 && -sizeof(char) > 100);
    return 0;
}
