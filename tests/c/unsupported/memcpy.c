// expect: unknown
// what: A library function that works on memory.
#include <assert.h>
#include <string.h>

int main(void) {
    int a[3] = {1, 2, 3}, b[3] = {0};
    memcpy(b, a, sizeof a);
    assert(b[2] == 3);
    return 0;
}
