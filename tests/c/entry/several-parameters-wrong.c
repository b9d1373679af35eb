// expect: violated
// property: division-by-zero
// line: 8
// options: --function slope
// what: Two parameters that may be equal.
int slope(short x1, short x2) {
    int dx = x2 - x1;
    return 1000 / dx;
}
