// expect: safe
// native: skip (gcc cannot read this type)
// what: Fixed-point numbers: what is too fine is cut off, and integers are what stands before the point.
typedef __CPROVER_fixedbv[32][16] num;
__CPROVER_fixedbv[64][32] start = 1.5;

int main(void) {
    num a = 2, b = 0.25, c;
    c = a * b - 1;
    __CPROVER_assert(c == (num)-0.5 && (int)c == 0 && (int)(c - 1) == -1, "towards zero");
    __CPROVER_assert(a / b == 8 && b / a == (num)0.125 && -b < 0 && !(a - 2), "quotients");
    a += 1;
    a /= 2;
    __CPROVER_assert(a > 1 && a <= (num)1.5 && a + start == 3 && (double)a == 1.5, "sizes and kinds meet");
    num third = (num)1 / 3;
    __CPROVER_assert(third * 3 != 1 && third * 3 > (num)0.99 && sizeof(third) == 4, "not exact");
    return 0;
}
