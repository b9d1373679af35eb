// expect: violated
// property: loop-invariant
// line: 16
// options: --enforce fill
// native: skip (gcc cannot read contracts)
// what: The same, with another value for one element.
#include <stddef.h>

void fill(int *a, size_t n, int v)
__CPROVER_requires(n <= 64 && __CPROVER_is_fresh(a, n * sizeof *a))
__CPROVER_assigns(__CPROVER_object_upto(a, n * sizeof *a))
__CPROVER_ensures(n == 0 || a[n - 1] == v)
{
    for (size_t i = 0; i < n; i++)
    __CPROVER_assigns(i, __CPROVER_object_upto(a, n * sizeof *a))
    __CPROVER_loop_invariant(i <= n && (i == 0 || a[i - 1] == v))
    __CPROVER_decreases(n - i)
    {
        a[i] = i == 3 ? 0 : v;
    }
}
