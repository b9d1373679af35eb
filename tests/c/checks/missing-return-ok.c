// expect: safe
// what: A result that nobody uses may be missing.
int nondet_int(void);
int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
int main(void) {
    int x = nondet_int();
    sign(x);
    (void)sign(0);
    return x ? sign(x) * 0 : 0;
}
