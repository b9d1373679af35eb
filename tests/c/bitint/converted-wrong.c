// expect: violated
// property: conversion
// line: 11
// native: skip (gcc cannot read _BitInt)
// what: A double that fits a byte need not fit seven bits of it.
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d > -64.5 && d < 64.5) {
        _BitInt(7) x = d;
        return x;
    }
    return 0;
}
