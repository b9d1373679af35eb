// expect: violated
// property: assertion
// line: 11
// what: reach_error can be reached.
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int() & 3;
    if (x == 3)
        reach_error();
    return 0;
}
