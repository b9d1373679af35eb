// expect: safe
// what: A pointer is set anew in each round, and a variable outside of the loop lives on.
int main(void) {
    int outer = 0, *p = &outer, sum = 0;
    for (int i = 0; i < 3; i++) {
        int a = i, *q = &a;
        *p = *q;
        sum += *q;
    }
    return sum - 3 + outer - 2;
}
