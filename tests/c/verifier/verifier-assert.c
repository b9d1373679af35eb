// expect: safe
// what: __VERIFIER_assert without a definition.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        x = 0;
    __VERIFIER_assert(x >= 0);
    return 0;
}
