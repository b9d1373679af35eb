// expect: violated
// property: assertion
// line: 10
// native: skip (gcc cannot read this type)
// what: A half is lost on the way to an integer and back.
int main(void) {
    __CPROVER_fixedbv[64][32] x;
    __CPROVER_assume(x > 0 && x < 10);
    int whole = x;
    __CPROVER_assert(x == whole, "nothing behind the point");
    return 0;
}
