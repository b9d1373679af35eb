extern unsigned nondet(void);

int main(void) {
    unsigned a = nondet(), b = nondet(), s = 0;
    if (a & 1)
        s += 1;
    if (a & 2)
        s += 2;
    if (b & 4)
        s += 4;
    if (s == 7)
        s = (a * b) ^ (a >> 7);
    __CPROVER_assert(s != 0x3a57, "not that");
    return 0;
}
