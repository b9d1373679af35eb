// expect: violated
// property: function-pointer
// line: 13
// native: skip (no sanitizer for C checks the type of a called function)
// what: A function is called through a pointer of another type.
static int one(int x) { return x + 1; }

typedef int (*two_arguments)(int, long *);

int main(void) {
    two_arguments f = (two_arguments)one;
    long l = 0;
    return f(3, &l);
}
