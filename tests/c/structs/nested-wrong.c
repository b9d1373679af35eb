// expect: violated
// property: bounds
// line: 11
// what: An index past the inner array, although still inside the struct.
struct vec { int at[3]; int extra; };
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    struct vec v = {{1, 2, 3}, 4};
    unsigned int i = __VERIFIER_nondet_uint() & 3;
    return v.at[i];
}
