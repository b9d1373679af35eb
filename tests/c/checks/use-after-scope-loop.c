// expect: violated
// property: use-after-scope
// line: 12
// native: skip (natively every iteration uses the same storage)
// what: A pointer to the variable of an earlier iteration.
int main(void) {
    int *previous = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int own = i;
        if (previous)
            sum += *previous;
        previous = &own;
        sum += own;
    }
    return sum;
}
