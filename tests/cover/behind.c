// Nothing is covered behind what always fails, and what fails sometimes does not hide what comes before.
// cover: covered 8
// cover: unreachable 10
int nondet_int(void);
int main(void) {
    int table[4] = {0};
    int i = nondet_int();
    whyc_cover(i == 9);
    table[i] = 1;
    whyc_cover(i > 3);
    return 0;
}
