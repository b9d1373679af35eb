// expect: violated
// property: overflow
// line: 11
// native: skip (the validator switches this check of gcc off)
// what: A negative number is shifted to the left.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x < -3 || x > 3)
        return 0;
    x <<= 1;
    return 0;
}
