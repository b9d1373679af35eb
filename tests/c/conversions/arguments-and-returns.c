// expect: safe
// what: Arguments and returned values are converted to the declared types.
#include <assert.h>

static unsigned char low_byte(int x) { return x; }
static long widen(short s) { return s; }
static _Bool truth(int x) { return x; }

int main(void) {
    assert(low_byte(511) == 255);
    assert(widen(65535) == -1);
    assert(truth(256) == 1);
    return 0;
}
