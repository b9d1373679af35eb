// expect: violated
// property: bounds
// line: 15
// cbmc: --unwind 10
// what: Selection sort of eight values that compares with one past the end.
unsigned char nondet_uchar(void);

int main(void) {
    unsigned char a[8];
    for (int i = 0; i < 8; i++)
        a[i] = nondet_uchar();
    for (int i = 0; i < 8; i++) {
        int least = i;
        for (int j = i + 1; j <= 8; j++)
            if (a[j] < a[least])
                least = j;
        unsigned char t = a[i];
        a[i] = a[least];
        a[least] = t;
    }
    return 0;
}
