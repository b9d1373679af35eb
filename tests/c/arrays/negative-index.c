// expect: violated
// property: bounds
// line: 12
// what: An index below zero.
int __VERIFIER_nondet_int(void);

int main(void) {
    int window[5] = {0};
    int centre = __VERIFIER_nondet_int();
    if (centre < 0 || centre > 4)
        return 0;
    window[centre - 1] = 1;
    return 0;
}
