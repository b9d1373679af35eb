// expect: violated
// property: assertion
// line: 12
// native: skip (gcc cannot read a block of labels alone)
// what: A label that is declared for a block and stands nowhere.
int main(void) {
    int n = 0;
    {
        __label__ lost, here, gone;
        goto here;
    here:
        __CPROVER_assert(n, "reached");
    }
    {
        __label__ alone;
    }
    return n;
}
