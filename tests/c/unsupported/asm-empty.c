// expect: safe
// what: Assembly without instructions is a barrier, and ties operands.
#include <assert.h>
int main(void) {
    unsigned x = 3, y;
    __asm__ __volatile__("" : "+r"(x));
    __asm__ __volatile__("" ::: "memory");
    __asm__("" : "=r"(y) : "0"(x));
    __asm__ volatile("pause" ::: "memory");
    assert(x == 3 && y == 3);
    return 0;
}
