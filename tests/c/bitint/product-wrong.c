// expect: violated
// property: overflow
// line: 12
// native: skip (gcc cannot read _BitInt)
// what: The product of two numbers of 70 bits may be too much for 70 bits.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char count = __VERIFIER_nondet_uchar();
    _BitInt(70) each = 9223372036854775807ll;
    _BitInt(70) times = count;
    _BitInt(70) all = each * times;
    return all == 0;
}
