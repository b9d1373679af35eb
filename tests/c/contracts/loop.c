// expect: safe
// native: skip (gcc cannot read contracts)
// what: A long loop is cut by its invariant.
#define N 100000
int a[N];

int main(void) {
    int i;
    for (i = 0; i < N; i++)
    __CPROVER_assigns(i, __CPROVER_object_whole(a))
    __CPROVER_loop_invariant(0 <= i && i <= N)
    __CPROVER_decreases(N - i)
    {
        a[i] = 1;
    }
    __CPROVER_assert(i == N, "end");
    return 0;
}
