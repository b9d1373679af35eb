// expect: error
// options: --replace half
// native: skip (gcc cannot read contracts)
// what: Two contracts of one function that differ: whichever was meant, it is not taken for the other.
int half(int x) __CPROVER_requires(x > 0);
int half(int x) __CPROVER_requires(x > 5);

int main(void) {
    return half(3);
}
