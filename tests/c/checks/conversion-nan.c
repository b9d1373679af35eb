// expect: violated
// property: conversion
// line: 9
// native: skip (the division by zero of a constant)
// what: What is no number fits no integer.
int main(void) {
    volatile float zero = 0;
    float nan = zero / zero;
    return (int)nan != 0;
}
