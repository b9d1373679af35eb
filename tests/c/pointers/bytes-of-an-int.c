// expect: safe
// what: An int read through a pointer to char.
#include <assert.h>

int main(void) {
    int x = 258;
    unsigned char *p = (unsigned char *)&x;
    assert(p[0] == 2 && p[1] == 1);
    return 0;
}
