// expect: safe
// native: skip (the variables are not defined)
// what: A volatile variable that is read once is a number like any other; one that the program defines keeps its value.
#include <assert.h>

extern volatile unsigned port;
extern struct {
    volatile unsigned char in, out;
} device;
extern const volatile unsigned char status;
static volatile int flag;

int main(void) {
    unsigned a = port & 7;
    assert(a < 8);
    device.out = 1;
    unsigned in = device.in;
    assert(in <= 255);
    port |= 1;
    int is_ready = status & 1;
    assert(is_ready == 0 || is_ready == 1);
    flag = 3;
    assert(flag == 3);
    return 0;
}
