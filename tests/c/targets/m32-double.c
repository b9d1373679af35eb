// expect: unknown
// options: -m32
// what: What x87 makes of a sum, nobody knows who does not know the compiler.
double nondet_double(void);
int main(void) {
    double x = nondet_double(), y = x + 0.1;
    return y > 1.0;
}
