// expect: violated
// property: assertion
// line: 8
// native: skip (gcc cannot read quantifiers)
// what: There is a value for which it does not hold, far off.
int main(void) {
    int k = 1000000;
    __CPROVER_assert(__CPROVER_forall { int i; i > k ==> __CPROVER_forall { int j; j > i ==> j != 1234567890 } }, "all");
    return 0;
}
