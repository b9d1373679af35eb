// expect: violated
// property: overflow
// line: 12
// options: --target armv7-linux-gnueabihf
// native: skip (it needs a compiler for 32 bits)
// what: A `long` of Arm has 32 bits.
long nondet_long(void);
int main(void) {
    long x = nondet_long();
    if (x < 0)
        return 0;
    return x + 1 > 0;
}
