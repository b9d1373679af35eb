// expect: safe
// native: skip (gcc cannot read it: CBMC's variable)
// what: CBMC's variable for the direction: 0 to nearest, 1 down, 2 up, 3 towards zero.
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float one = 1, three = 3;
    __CPROVER_rounding_mode = 1;
    float low = one / three;
    __CPROVER_rounding_mode = 2;
    float high = one / three;
    __CPROVER_rounding_mode = __VERIFIER_nondet_uchar() % 4;
    float any = one / three;
    __CPROVER_assert(low < high && (any == low || any == high), "between");
    return 0;
}
