// expect: violated
// property: shift
// line: 12
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: A `long` cannot be shifted by 32.
int nondet_int(void);
int main(void) {
    int n = nondet_int();
    if (n < 0 || n > 32)
        return 0;
    unsigned long bit = 1UL << n;
    return bit == 0;
}
