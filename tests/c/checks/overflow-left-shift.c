// expect: violated
// property: overflow
// line: 11
// native: skip (the validator switches this check of gcc off)
// what: A bit is shifted out of a signed number.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x < 0 || x > 4)
        return 0;
    return x << 30 ? 1 : 0;
}
