// expect: violated
// property: division-by-zero
// line: 11
// what: A fault in a file that only old C accepts is found where it is.
int main() {
    int r = ratio(10, 0);
    return r;
}

int ratio(int a, int b) {
    return a / b;
}
