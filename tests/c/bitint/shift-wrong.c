// expect: violated
// property: shift
// line: 11
// native: skip (gcc cannot read _BitInt)
// what: Twelve bits are shifted by eleven at most, whatever room they have in memory.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned _BitInt(12) mask = 1;
    unsigned int by = __VERIFIER_nondet_uint() % 13;
    mask = mask << by;
    return mask != 0;
}
