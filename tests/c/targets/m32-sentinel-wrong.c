// expect: violated
// property: out-of-object
// line: 9
// options: -m32
// native: skip (nothing is known of the address)
// what: Nothing is there.
int *p = (int *)-1;
int main(void) {
    return *p;
}
