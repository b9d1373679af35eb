/* A long run without inputs: there is nothing to compare it with. */
#include <assert.h>
static int sum_below(int n) {
    int sum = 0;
    for (int i = 0; i <= n; i++) /* FAULT */
        sum += i;
    return sum;
}
int main(void) {
    assert(sum_below(1500) == 1500 * 1499 / 2);
    return 0;
}
