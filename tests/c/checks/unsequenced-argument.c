// expect: violated
// property: unsequenced
// line: 9
// native: skip (the compiler chooses)
// what: A variable is used by one argument and changed by another.
static int sub(int a, int b) { return a - b; }
int main(void) {
    int i = 1;
    return sub(i, i++);
}
