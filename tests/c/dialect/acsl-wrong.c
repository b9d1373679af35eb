// expect: violated
// property: assertion
// line: 9
// native: skip (gcc cannot read this syntax)
// what: An arrow binds less than everything on its sides.
int main(void) {
    int n;
    _Bool p = n > 3, q = n > 5;
    __CPROVER_assert(p ∨ q ⇒ q, "the other way round");
    return 0;
}
