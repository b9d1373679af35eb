extern int nondet(void);

int main(void) {
    unsigned s = 1;
    int n = nondet();
    if (n < 0)
        return 0;
    for (int i = 0; i < n && i < 300; i++) {
        unsigned v = nondet();
        s = s * 31 + v * v + (s >> 3);
    }
    __CPROVER_assert(n < 100 || (s & 7) != 3, "few");
    return 0;
}
