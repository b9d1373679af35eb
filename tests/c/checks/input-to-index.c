// expect: violated
// property: bounds
// line: 9
// what: An input goes to an element that is not there.
int nondet_int(void);
int main(void) {
    int a[2];
    int i = nondet_int();
    a[i] = nondet_int();
    return 0;
}
