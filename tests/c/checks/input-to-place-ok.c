// expect: safe
// what: Inputs go where they may.
int nondet_int(void);
int main(void) {
    int a[2], i = nondet_int();
    if (i < 0 || i > 1)
        return 0;
    int *p = &a[i];
    *p = nondet_int();
    a[1 - i] = nondet_int();
    return 0;
}
