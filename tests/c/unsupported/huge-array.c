// expect: unknown
// native: skip (no machine has the memory)
// what: An array that is larger than offsets are.
char all[1ull << 41];

int main(void) {
    int i;
    all[5] = 1;
    all[i] = 2;
    return all[5];
}
