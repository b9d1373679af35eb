// expect: violated
// property: assertion
// line: 9
// native: skip (gcc cannot read this syntax)
// native: skip (gcc cannot read this syntax)
// what: One element is not as it should be.
int main(void) {
    int a[4] = {1, 2, 0, 4};
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 4) ==> a[i] == i + 1 }, "all");
    return 0;
}
