// expect: violated
// property: out-of-object
// line: 11
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: But not before the array.
typedef __SIZE_TYPE__ size_t;
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a;
    return p[(size_t)-1];
}
