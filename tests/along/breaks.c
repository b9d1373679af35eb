// A line may be nothing but a jump, a label or a declaration.
// along: 13, 16: found
// along: 11, 16, 18: found
// along: 10, 11, 10: none after 2
// along: 20: none after 0 never
int __VERIFIER_nondet_int(void);

int main(void) {
    for (int i = 0; i < 2; i++) {
        if (__VERIFIER_nondet_int())
            break;
        if (i == 1)
            goto out;
    }
out:;
    int x;
    x = 3;
    if (x > 2)
        return x;
    return 0;
}
