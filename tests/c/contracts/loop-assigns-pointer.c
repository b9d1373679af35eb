// expect: violated
// property: assigns
// line: 7
// native: skip (gcc cannot read contracts)
// what: A function that a loop calls writes what the loop does not name.
static void put(int *p) {
    *p = 1;
}

int main(void) {
    int i, x = 0, y = 0;
    for (i = 0; i < 10; i++)
    __CPROVER_assigns(i, x)
    __CPROVER_loop_invariant(0 <= i && i <= 10)
    {
        put(i == 3 ? &y : &x);
    }
    return 0;
}
