// What is not reached within the bounds may be reached beyond them.
// options: --unwind 4
// cover: covered 9
// cover: unknown 12
int nondet_int(void);
int main(void) {
    unsigned rounds = 0;
    while (nondet_int()) {
        whyc_cover(rounds == 2);
        rounds++;
    }
    whyc_cover(rounds > 10);
    return 0;
}
