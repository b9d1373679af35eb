// expect: violated
// property: division-by-zero
// line: 8
// native: skip (gcc cannot read this type)
// what: A quotient of fixed-point numbers by one that is too small to be there.
int main(void) {
    __CPROVER_fixedbv[32][16] x = 1, y = 0.000001;
    x /= y;
    return 0;
}
