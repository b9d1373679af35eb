// expect: violated
// property: use-after-scope
// line: 9
// what: An iteration looks at a variable of the one before, which is gone.
int main(void) {
    int *last = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (last && *last > 5)
            break;
        last = 0;
        {
            int own = i;
            last = &own;
            sum += own;
        }
    }
    return sum;
}
