// expect: violated
// property: division-by-zero
// line: 12
// what: A fault in a macro is reported where the macro is used.
int __VERIFIER_nondet_int(void);

#define PERCENT(part, whole) ((part) * 100 / (whole))

int main(void) {
    int whole = __VERIFIER_nondet_int() & 3;
    int part = 1;
    int p = PERCENT(part, whole);
    return p;
}
