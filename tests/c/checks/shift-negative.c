// expect: violated
// property: shift
// line: 11
// what: A shift by a negative count.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 32)
        return 0;
    int x = 1024 >> n;
    return x == 1;
}
