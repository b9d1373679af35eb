// expect: safe
// what: What fits after its fraction is dropped is converted.
double nondet_double(void);
int main(void) {
    double d = nondet_double();
    if (!(d > -2147483648.0 - 1 && d < 2147483647.0 + 1))
        return 0;
    int x = d;
    return x > 2147483647.0;
}
