// along: 14, 16: none after 1 rests-on 13 15
// along: 14, 18: found
// along: 16 failing: found
// along: 14, 18 failing: none after 2
// along: 18, 14: none after 1 other-order
// along: 20: none after 0 never
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int();
    int x = 0;
    int *p = 0;
    if (a > 5)
        p = &x;
    if (a < 3)
        *p = 1;
    if (a > 7)
        *p = 2;
    if (a > 10 && a < 10)
        x = 3;
    return x;
}
