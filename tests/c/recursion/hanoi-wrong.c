// expect: violated
// property: assertion
// line: 18
// what: One recursive call forgotten.
#include <assert.h>

static int moves;

static void hanoi(int n, int from, int to, int via) {
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    moves++;
}

int main(void) {
    hanoi(3, 1, 3, 2);
    assert(moves == 7);
    return 0;
}
