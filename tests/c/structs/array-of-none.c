// expect: violated
// property: out-of-object
// line: 11
// native: skip (gcc names it otherwise)
// what: An array of length 0 has no element.
int main(void) {
    struct {
        int n;
        int a[0];
    } s;
    s.a[0] = 1;
    return 0;
}
