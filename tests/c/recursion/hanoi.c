// expect: safe
// what: Moves counted in a global.
#include <assert.h>

static int moves;

static void hanoi(int n, int from, int to, int via) {
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    moves++;
    hanoi(n - 1, via, to, from);
}

int main(void) {
    hanoi(5, 1, 3, 2);
    assert(moves == 31);
    return 0;
}
