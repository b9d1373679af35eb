// expect: error
// options: --target msp430-none-elf
// what: A target whose `int` has 16 bits is refused.
int main(void) {
    return 0;
}
