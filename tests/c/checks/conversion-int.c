// expect: violated
// property: conversion
// line: 10
// what: A number that does not fit is converted.
double nondet_double(void);
int main(void) {
    double d = nondet_double();
    if (!(d >= -2147483648.0 && d <= 2147483647.0 + 1))
        return 0;
    int x = d;
    return x == 0;
}
