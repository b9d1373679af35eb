// expect: violated
// property: assertion
// line: 18
// native: skip (gcc cannot read contracts)
// what: What the invariant does not say is not known behind the loop.
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
    __CPROVER_assert(a[0] == 1, "end");
    return 0;
}
