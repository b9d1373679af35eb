// expect: safe
// native: skip (gcc cannot read contracts)
// what: A loop that does not say what it writes: its text tells.
static void put(int *p, int n) {
    *p += n;
}

int main(void) {
    int i, a[4] = {0}, x = 0;
    for (i = 0; i < 1000; i++)
    __CPROVER_loop_invariant(0 <= i && i <= 1000 && x == 2 * i)
    {
        a[i % 4] = i;
        put(&x, 2);
    }
    __CPROVER_assert(x == 2000, "sum");
    return 0;
}
