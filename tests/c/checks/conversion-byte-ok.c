// expect: safe
// what: What fits after its fraction is dropped is converted.
double nondet_double(void);
int main(void) {
    double d = nondet_double();
    if (!(d > 0 - 1 && d < 255.0 + 1))
        return 0;
    unsigned char x = d;
    return x > 255.0;
}
