// expect: violated
// property: assertion
// line: 8
// native: skip (gcc lacks what this program calls)
// what: assert without its header is the check all the same.
int nondet_int(void);
int main(void) {
    int x = nondet_int(); assert(x != 3);
    return 0;
}
