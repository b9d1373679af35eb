// expect: violated
// property: bounds
// line: 11
// native: skip (gcc takes it as the old idiom)
// what: In a variable there is one element and no more.
int nondet_int(void);
struct s { int n; int a[1]; };
int main(void) {
    struct s s = {0};
    int i = nondet_int() & 1;
    s.a[i] = 1;
    return 0;
}
