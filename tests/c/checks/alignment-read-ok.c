// expect: safe
// what: An int is read from where it may stand, and byte by byte from elsewhere.
#include <string.h>
int main(void) {
    _Alignas(int) char b[8] = {0};
    int *p = (int *)(b + 4), x;
    memcpy(&x, b + 1, sizeof x);
    return *p + x;
}
