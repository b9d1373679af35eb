// expect: safe
// what: Each iteration has an array of its own length.
#include <assert.h>

int main(void) {
    int total = 0;
    for (int n = 1; n <= 4; n++) {
        int a[n];
        for (int i = 0; i < n; i++)
            a[i] = n;
        total += a[n - 1] * (int)(sizeof a / sizeof *a);
    }
    assert(total == 30);
    return 0;
}
