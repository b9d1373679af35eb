// expect: violated
// property: out-of-object
// line: 8
// what: A write behind a single variable.
int main(void) {
    int x = 1;
    int *p = &x;
    p[1] = 2;
    return x;
}
