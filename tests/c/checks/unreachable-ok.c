// expect: safe
// what: __builtin_unreachable that cannot be reached.
unsigned int __VERIFIER_nondet_uint(void);

static int quarter(unsigned int x) {
    switch (x & 3) {
    case 0:
        return 10;
    case 1:
        return 11;
    case 2:
    case 3:
        return 12;
    }
    __builtin_unreachable();
}

int main(void) {
    return quarter(__VERIFIER_nondet_uint()) > 12;
}
