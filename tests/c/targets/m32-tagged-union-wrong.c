// expect: violated
// property: null-dereference
// line: 13
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: A number that is taken for a pointer.
struct value {
    union { int number; const char *text; } is;
};
int main(void) {
    struct value v;
    v.is.number = 5;
    return v.is.text[0];
}
