// expect: violated
// property: shift
// line: 11
// what: A shift by the width of the type.
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint();
    if (n > 32)
        return 0;
    unsigned int mask = (1u << n) - 1;
    return mask == 7;
}
