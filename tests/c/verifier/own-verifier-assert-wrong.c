// expect: violated
// property: assertion
// line: 11
// what: A wrapper of one's own around reach_error.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

void check(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x <= 10)
        abort();
    check(x >= 12);
    return 0;
}
