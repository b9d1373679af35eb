// expect: violated
// property: shift
// line: 6
// what: Zero, too, cannot be shifted by as many bits as it has.
int main(void) {
    int x = 0 << 32;
    return x;
}
