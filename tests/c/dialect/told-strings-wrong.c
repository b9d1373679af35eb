// expect: violated
// property: assertion
// line: 8
// native: skip (gcc cannot read these assignments)
// what: Of another string nothing was told.
int main(void) {
    char s[3], t[3];
    __CPROVER_is_zero_string(t) = 1; __CPROVER_assert(__CPROVER_is_zero_string(s), "nobody knows");
    return 0;
}
