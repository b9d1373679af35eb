// expect: safe
// options: -m32 -mfpmath=sse
// what: Without x87 a sum is what it is everywhere.
double nondet_double(void);
int main(void) {
    double x = nondet_double(), y = x + 0.1;
    return y != x + 0.1 && x == x ? 1 / (y == y) : 0;
}
