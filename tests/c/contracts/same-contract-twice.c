// expect: violated
// property: precondition
// line: 7
// options: --replace half
// native: skip (gcc cannot read contracts)
// what: The same contract stated twice is one; the call breaks it.
int half(int x) __CPROVER_requires(x > 5);
int half(int x) __CPROVER_requires(x  >  5);

int main(void) {
    return half(3);
}
