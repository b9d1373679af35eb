// expect: violated
// property: function-pointer
// line: 13
// native: skip (nothing watches it)
// what: A function with a fixed number of parameters, called as one with variable arguments.
static int add(int a, int b) {
    return a + b;
}

int main(void) {
    int (*f)(int, ...) = (int (*)(int, ...))add;
    int x = 3;
    return f(x, 4);
}
