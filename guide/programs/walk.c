int nondet_int(void);

int main(void) {
    // whyc: dist up=bernoulli(0.3)
    int at = 1;
    while (at > 0) {
        int up = nondet_int();
        at += up ? 1 : -1;
        __CPROVER_assert(at < 20, "it does not fall off");
    }
    return 0;
}
