// options: --replace largest
// what: What stands in a function whose contract is all that counts is not what is asked.
#include <assert.h>
extern int nondet_int(void);

int largest(const int *value, int n)
__CPROVER_requires(n >= 1 && n <= 4)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= value[0]);

static int from_here(const int *value, int n) {
    int found = value[0], i = 1;
    while (i < n)
    __CPROVER_assigns(i, found)
    __CPROVER_loop_invariant(i >= 1 && i <= n && found >= value[0])
    {
        assert(i < n);
        if (value[i] > found)
            found = value[i];
        i++;
    }
    return found;
}

int largest(const int *value, int n) { return from_here(value, n); }

int main(void) {
    int value[4] = {nondet_int(), 1, 2, 3};
    assert(largest(value, 4) >= value[0]);
    return 0;
}
