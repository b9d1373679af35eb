#include <stddef.h>

void clamp(int *values, size_t n, int most)
__CPROVER_requires(0 < n && n <= 64)
__CPROVER_requires(__CPROVER_is_fresh(values, n * sizeof *values))
__CPROVER_assigns(__CPROVER_object_upto(values, n * sizeof *values))
__CPROVER_ensures(values[0] <= most && values[0] <= __CPROVER_old(*values))
{
    for (size_t i = 0; i < n; i++)
    __CPROVER_assigns(i, __CPROVER_object_whole(values))
    __CPROVER_loop_invariant(i <= n)
    __CPROVER_loop_invariant(i == 0 ? values[0] == __CPROVER_loop_entry(*values)
                                    : values[0] <= most && values[0] <= __CPROVER_loop_entry(*values))
    __CPROVER_decreases(n - i)
    {
        if (values[i] > most)
            values[i] = most;
    }
}
