/* A place so far outside its array that its bits cannot be counted, where only the test looks. */
#include <assert.h>
struct pair { long long first, second; };
static struct pair pairs[2];
int nondet_int(void);
static int twice(int i) {
    return i * 3;
}
int main(void) {
    int i = nondet_int();
    if (i < 1 || i > 10)
        return 0;
    assert(twice(i) == i + i);
    if (i == 77)
        assert(pairs[0x0fffffffffffffff].second == 0);
    return 0;
}
