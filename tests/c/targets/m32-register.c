// expect: unknown
// options: -m32
// what: An address of the machine, of which nothing is known.
int main(void) {
    volatile unsigned int *port = (volatile unsigned int *)0x40021000;
    *port = 1;
    return 0;
}
