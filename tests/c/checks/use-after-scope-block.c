// expect: violated
// property: use-after-scope
// line: 15
// what: A pointer to a variable of a block that has ended.
int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = 0;
    int x = __VERIFIER_nondet_int();
    if (x > 0) {
        int inner = x;
        p = &inner;
    }
    if (p)
        *p = 1;
    return 0;
}
