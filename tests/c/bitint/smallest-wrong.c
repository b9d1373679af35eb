// expect: violated
// property: overflow
// line: 11
// native: skip (gcc cannot read _BitInt)
// what: The smallest number of six bits has no counterpart.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    _BitInt(6) x = __VERIFIER_nondet_int();
    _BitInt(6) y = x;
    y = -y;
    return y == x;
}
