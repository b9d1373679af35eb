// expect: unknown
// native: skip (what is at an address depends on the machine)
// what: A number that was never an address is cast to a pointer.
char buffer[16];
int main(void) {
    volatile char *pointer = (char *)0x10000000004;
    *pointer = 1;
    return 0;
}
