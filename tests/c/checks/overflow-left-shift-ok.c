// expect: safe
// what: As far as there is room, signed numbers are shifted, and unsigned ones always.
int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x < 0 || x > 1)
        return 0;
    unsigned u = (unsigned)x;
    return (x << 30) + (int)(u << 31 >> 31) < 0;
}
