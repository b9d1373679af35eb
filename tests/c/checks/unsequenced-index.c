// expect: violated
// property: unsequenced
// line: 8
// native: skip (the compiler chooses)
// what: The index of an element is changed by the value that goes there.
int main(void) {
    int a[3] = {0}, i = 0;
    a[i] = i++;
    return a[0];
}
