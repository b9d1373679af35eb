// expect: violated
// property: bounds
// line: 14
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: Behind the last of them there is nothing.
int nondet_int(void);
int main(void) {
    int x = 0;
    int *to[4] = {&x, &x, &x, &x};
    int i = nondet_int();
    if (i < 0 || i > 4)
        return 0;
    *to[i] = 1;
    return x;
}
