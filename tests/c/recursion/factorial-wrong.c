// expect: violated
// property: overflow
// line: 8
// what: The factorial of 13 does not fit an int.
static int factorial(int n) {
    if (n <= 1)
        return 1;
    return n * factorial(n - 1);
}

int main(void) {
    return factorial(13) == 0;
}
