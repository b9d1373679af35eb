// expect: violated
// property: missing-return
// line: 12
// native: skip (some value is in the register)
// what: The result of a function that returns none is used.
int nondet_int(void);
int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
int main(void) { return sign(nondet_int()); }
