// expect: violated
// property: assigns
// line: 12
// native: skip (gcc cannot read contracts)
// what: A loop writes a variable that it does not name.
int main(void) {
    int i, sum = 0;
    for (i = 0; i < 10; i++)
    __CPROVER_assigns(i)
    __CPROVER_loop_invariant(0 <= i && i <= 10)
    {
        sum += i;
    }
    return 0;
}
