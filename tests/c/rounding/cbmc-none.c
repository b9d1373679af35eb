// expect: unknown
// native: skip (gcc cannot read it: CBMC's variable)
// what: There are four directions.
int main(void) {
    float one = 1, three = 3;
    __CPROVER_rounding_mode = 5;
    float third = one / three;
    __CPROVER_assert(third > 0.3f, "large enough");
    return 0;
}
