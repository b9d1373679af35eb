// expect: violated
// property: bounds
// line: 9
// what: An element that a vector does not have.
typedef short v8 __attribute__((vector_size(16)));
unsigned nondet_uint(void);
int main(void) {
    v8 x = {0}; unsigned i = nondet_uint() % 9;
    x[i] = 1;
    return 0;
}
