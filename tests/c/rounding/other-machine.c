// expect: unknown
// options: --target aarch64-linux-gnu
// native: skip (another machine)
// what: The directions have other numbers on other machines.
int fesetround(int);

int main(void) {
    float one = 1, three = 3;
    fesetround(0x400000);
    __CPROVER_assert(one / three > 0.3f, "large enough");
    return 0;
}
