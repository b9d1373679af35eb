// expect: violated
// property: bounds
// line: 13
// what: Months counted from one reach past the table.
unsigned int __VERIFIER_nondet_uint(void);

static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
    unsigned int month = __VERIFIER_nondet_uint();
    if (month < 1 || month > 12)
        return 0;
    return days[month];
}
