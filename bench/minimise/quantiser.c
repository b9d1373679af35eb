// A quantiser whose cells double in width. Decoding a level is to give a value at most half a cell
// away, but the middle of the cell is taken before the doubling.
#include <assert.h>

int nondet_int(void);

int quantise(int x, int *level) {
    int magnitude = x < 0 ? -x : x;
    int width = 4;
    int start = 0;
    int n = 0;
    while (magnitude >= start + 4 * width && n < 5) {
        start += 4 * width;
        width *= 2;
        n++;
    }
    *level = 4 * n + (magnitude - start) / width;
    return x < 0;
}

int restore(int negative, int level) {
    int width = 4;
    int start = 0;
    while (level >= 4) {
        start += 4 * width;
        level -= 4;
        if (level >= 4)
            width *= 2;
    }
    int x = start + level * width + width / 2;
    return negative ? -x : x;
}

int main(void) {
    int x = nondet_int();
    __VERIFIER_assume(-300 <= x && x <= 300);
    int level;
    int negative = quantise(x, &level);
    int again = restore(negative, level);
    int error = again > x ? again - x : x - again;
    assert(error <= 4 || 8 * error <= (x < 0 ? -x : x));
    return 0;
}
