/* Reads the time stamp counter of the processor. */
#include <assert.h>

int main(void) {
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    assert(low != 0);
    return 0;
}
