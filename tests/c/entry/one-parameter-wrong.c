// expect: violated
// property: overflow
// line: 7
// options: --function absolute
// what: The parameter takes every value of its type.
int absolute(int x) {
    return x < 0 ? -x : x;
}
