// expect: violated
// property: unsequenced
// line: 8
// native: skip (the compiler chooses)
// what: A variable is changed twice.
int main(void) {
    int i = 1;
    int x = i++ + i++;
    return x;
}
