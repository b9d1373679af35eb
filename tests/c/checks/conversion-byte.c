// expect: violated
// property: conversion
// line: 11
// native: skip (gcc's sanitizer does not see it)
// what: A number that does not fit is converted.
double nondet_double(void);
int main(void) {
    double d = nondet_double();
    if (!(d >= 0 && d <= 255.0 + 1))
        return 0;
    unsigned char x = d;
    return x == 0;
}
