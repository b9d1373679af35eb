// expect: violated
// property: division-by-zero
// line: 10
// what: The remainder has the same precondition as the quotient.
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned int size = __VERIFIER_nondet_uint();
    unsigned int hash = 12345;
    hash %= size;
    return hash == 1;
}
