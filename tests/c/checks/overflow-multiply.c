// expect: violated
// property: overflow
// line: 9
// what: A product that does not fit.
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short side = __VERIFIER_nondet_ushort();
    int area = side * side;
    return area == 0;
}
