// expect: violated
// property: conversion
// line: 11
// native: skip (gcc's sanitizer does not see it)
// what: A number that does not fit is converted.
double nondet_double(void);
int main(void) {
    double d = nondet_double();
    if (!(d >= -2147483648.0 && d <= 2147483647.0 + 1))
        return 0;
    int x = d;
    return x == 0;
}
